; counts of the bits of small numbers; a power with a whole exponent, asked for by fast arithmetic, of a negative number
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare float @llvm.powi.f32.i32(float, i32)

define <4 x float> @vertex(i32 %i, float %x) {
  %m = and i32 %i, 63
  %ones = call i32 @llvm.ctpop.i32(i32 %m)
  %above = call i32 @llvm.ctlz.i32(i32 %m, i1 false)
  %below = call i32 @llvm.cttz.i32(i32 %m, i1 false)
  %n = and i32 %i, 3
  %power = call fast float @llvm.powi.f32.i32(float %x, i32 %n)
  %a = sitofp i32 %ones to float
  %b = sitofp i32 %above to float
  %c = sitofp i32 %below to float
  %u = insertelement <4 x float> poison, float %a, i32 0
  %v = insertelement <4 x float> %u, float %b, i32 1
  %w = insertelement <4 x float> %v, float %c, i32 2
  %r = insertelement <4 x float> %w, float %power, i32 3
  ret <4 x float> %r
}
