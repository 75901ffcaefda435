; An array that is read before anything was stored to it: the simulator of lima-vp took its registers for uniforms.
define float @k(float %x, float %y, i32 %i0) {
  %i = and i32 %i0, 1
  %a = alloca [3 x float]
  %b = alloca [3 x float]
  %c = fcmp ogt float %x, 0.0
  %p = getelementptr [3 x float], ptr %a, i32 0, i32 %i
  %q = getelementptr [3 x float], ptr %b, i32 0, i32 %i
  %s = select i1 %c, ptr %p, ptr %q
  store float %y, ptr %s
  %l = load float, ptr %s
  ret float %l
}
