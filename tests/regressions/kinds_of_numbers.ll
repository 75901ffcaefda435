; which kind of number: every number of a small format that is not zero is a normal float32
declare i1 @llvm.is.fpclass.f32(float, i32)
define { <4 x float>, <4 x float> } @vertex(float %x, float %y) {
  %c0 = call i1 @llvm.is.fpclass.f32(float %x, i32 8)
  %r0 = select i1 %c0, float 1.0, float 2.0
  %c1 = call i1 @llvm.is.fpclass.f32(float %y, i32 16)
  %r1 = select i1 %c1, float 1.0, float 2.0
  %c2 = call i1 @llvm.is.fpclass.f32(float %x, i32 128)
  %r2 = select i1 %c2, float 1.0, float 2.0
  %c3 = call i1 @llvm.is.fpclass.f32(float %y, i32 144)
  %r3 = select i1 %c3, float 1.0, float 2.0
  %c4 = call i1 @llvm.is.fpclass.f32(float %x, i32 256)
  %r4 = select i1 %c4, float 1.0, float 2.0
  %c5 = call i1 @llvm.is.fpclass.f32(float %y, i32 264)
  %r5 = select i1 %c5, float 1.0, float 2.0
  %c6 = call i1 @llvm.is.fpclass.f32(float %x, i32 384)
  %r6 = select i1 %c6, float 1.0, float 2.0
  %c7 = call i1 @llvm.is.fpclass.f32(float %y, i32 516)
  %r7 = select i1 %c7, float 1.0, float 2.0
  %v00 = insertelement <4 x float> poison, float %r0, i32 0
  %v01 = insertelement <4 x float> %v00, float %r1, i32 1
  %v02 = insertelement <4 x float> %v01, float %r2, i32 2
  %v03 = insertelement <4 x float> %v02, float %r3, i32 3
  %v40 = insertelement <4 x float> poison, float %r4, i32 0
  %v41 = insertelement <4 x float> %v40, float %r5, i32 1
  %v42 = insertelement <4 x float> %v41, float %r6, i32 2
  %v43 = insertelement <4 x float> %v42, float %r7, i32 3
  %s0 = insertvalue { <4 x float>, <4 x float> } poison, <4 x float> %v03, 0
  %s1 = insertvalue { <4 x float>, <4 x float> } %s0, <4 x float> %v43, 1
  ret { <4 x float>, <4 x float> } %s1
}
