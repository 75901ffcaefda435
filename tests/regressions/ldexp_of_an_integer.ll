declare float @llvm.exp2.f32(float)

define <4 x float> @vertex(<4 x float> %p, <3 x float> %q, float %f, i32 %n, ptr readonly align 16 dereferenceable(96) %u) {
entry:
  %v1 = fadd float %f, %f
  %v2 = fadd float %v1, %v1
  %v3 = fadd float %v2, %v2
  %v4 = fadd float %v3, %v3
  %v5 = fadd float %v4, %v4
  %v6 = fadd float %v5, %v5
  %v7 = fadd float %v6, %v6
  %v8 = fadd float %v7, %v7
  %v9 = fadd float %v8, %v8
  %v10 = fadd float %v9, %v9
  %v11 = fadd float %v10, %v10
  %v12 = fadd float %v11, %v11
  %v13 = sitofp i32 %n to float
  %v14 = fadd float %v13, %v13
  %v15 = fadd float %v14, %v14
  %v16 = fadd float %v15, %v15
  %v17 = fadd float %v16, %v16
  %v18 = fadd float %v17, %v17
  %v19 = fadd float %v18, %v18
  %v20 = fadd float %v19, %v19
  %v21 = fadd float %v20, %v20
  %v22 = fadd float %v21, %v21
  %v23 = fadd float %v22, %v22
  %v24 = fadd <2 x float> splat (float 0.000000e+00), splat (float 0.000000e+00)
  %v25 = fadd <2 x float> %v24, %v24
  %v26 = call float @llvm.exp2.f32(float %v13)
  %v27 = insertelement <4 x float> %p, float %v26, i32 0
  %v28 = insertelement <4 x float> %v27, float %v23, i32 1
  ret <4 x float> %v28
}
