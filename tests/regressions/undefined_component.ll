; clang stores a float3 as four components, the last one undefined: any value is right there, and none is compared.
define void @vertex(<4 x float> %p, <3 x float> %n, ptr writeonly align 16 %position, ptr writeonly align 16 %normal) {
  store <4 x float> %p, ptr %position, align 16
  %a = extractelement <3 x float> %n, i64 0
  %x = insertelement <3 x float> <float poison, float 1.0, float 0.0>, float %a, i64 0
  %s = shufflevector <3 x float> %n, <3 x float> poison, <3 x i32> <i32 1, i32 1, i32 1>
  %m = fmul <3 x float> %x, %s
  %w = shufflevector <3 x float> %m, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %w, ptr %normal, align 16
  ret void
}
