; LLVM divides numbers of 16 bits without a sign: of those above 32767 pica200 gave the negative remainder.
define <4 x float> @k(<4 x float> %v, i32 %m) {
  %x = extractelement <4 x float> %v, i32 0
  %s = call float @llvm.fabs.f32(float %x)
  %i = fptoui float %s to i32
  %n = and i32 %m, 65535
  %a = urem i32 %n, 7
  %b = udiv i32 %n, 7
  %j = and i32 %i, 65535
  %c = urem i32 %j, 11
  %fa = uitofp i32 %a to float
  %fb = uitofp i32 %b to float
  %fc = uitofp i32 %c to float
  %r0 = insertelement <4 x float> <float poison, float poison, float poison, float 1.0>, float %fa, i32 0
  %r1 = insertelement <4 x float> %r0, float %fb, i32 1
  %r2 = insertelement <4 x float> %r1, float %fc, i32 2
  ret <4 x float> %r2
}
declare float @llvm.fabs.f32(float)
