; Lanes that reach `unreachable` have no meaning, and no other lane reaches that part.
define float @vertex(i32 %kind, float %x) {
  switch i32 %kind, label %never [
    i32 0, label %end
    i32 1, label %double
    i32 2, label %square
  ]

double:
  %twice = fmul float %x, 2.000000e+00
  br label %end

square:
  %squared = fmul float %x, %x
  br label %end

never:
  unreachable

end:
  %result = phi float [ %squared, %square ], [ %twice, %double ], [ %x, %0 ]
  ret float %result
}
