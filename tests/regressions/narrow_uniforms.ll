; Uniforms of 8 and 16 bits hold their own numbers: the host gives no others.
define <4 x float> @vertex(ptr %near, ptr %far, ptr %both, float %t) {
  %a = load i8, ptr %near
  %aw = sext i8 %a to i32
  %af = sitofp i32 %aw to float
  %b = load i16, ptr %far
  %bw = zext i16 %b to i32
  %bf = uitofp i32 %bw to float
  %scale = load float, ptr %both
  %at = getelementptr i8, ptr %both, i64 4
  %c = load i16, ptr %at
  %cf = sitofp i16 %c to float
  %s = fmul float %scale, %t
  %v0 = insertelement <4 x float> poison, float %af, i32 0
  %v1 = insertelement <4 x float> %v0, float %bf, i32 1
  %v2 = insertelement <4 x float> %v1, float %s, i32 2
  %v3 = insertelement <4 x float> %v2, float %cf, i32 3
  ret <4 x float> %v3
}
