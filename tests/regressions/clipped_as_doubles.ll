; Doubles of which floats are made, chosen by a blend, lose the sign of a zero like floats (false alarm; Numba clips so).
define i32 @main(float %arg.x, ptr %arg.out) {
  %.8.i = fpext float %arg.x to double
  %.9.i = fcmp olt double %.8.i, 0.000000e+00
  %.10.i = select i1 %.9.i, double 0.000000e+00, double %.8.i
  %.12.i = fcmp ogt double %.10.i, 1.000000e+00
  %.13.i = select i1 %.12.i, double 1.000000e+00, double %.10.i
  %.62 = fptrunc double %.13.i to float
  store float %.62, ptr %arg.out
  ret i32 0
}
