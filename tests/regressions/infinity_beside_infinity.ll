; The chosen arm is -inf, the other one inf: a blend gives NaN in a lane of corner values, where LLVM gives -inf.
; Found by gpucc campaign fuzz --isa agal --seed 99.
define <4 x float> @vertex(<4 x float> %p, <3 x float> %q, float %f, i32 %n, ptr readonly align 16 dereferenceable(96) %u) {
entry:
  %v1 = fadd float %f, %f
  %v2 = and i32 %n, 1023
  %v3 = urem i32 %v2, 2
  %v4 = icmp slt i32 %v3, 1
  br i1 %v4, label %then5, label %else6
then5:
  br label %join7
else6:
  %v8 = fadd float %v1, %v1
  %v9 = fadd <2 x float> splat (float 0.000000e+00), splat (float 0.000000e+00)
  %a10 = getelementptr inbounds <4 x float>, ptr %u, i64 1
  %v11 = load <4 x float>, ptr %a10, align 16
  br label %join7
join7:
  %v12 = phi <4 x float> [ %p, %then5 ], [ %v11, %else6 ]
  %v13 = phi float [ %v1, %then5 ], [ %v1, %else6 ]
  %v14 = phi i32 [ %v2, %then5 ], [ %v2, %else6 ]
  %v15 = fadd float %v13, %v13
  %v16 = fadd float %v15, %v15
  %v17 = fadd float %v16, %v16
  %v18 = fadd float %v17, %v17
  %v19 = fadd float %v18, %v18
  %v20 = fadd float %v19, %v19
  %v21 = fadd float %v20, %v20
  %v22 = fadd float %v21, %v21
  %v23 = fadd float %v22, %v22
  br i1 %v4, label %then24, label %else25
then24:
  %i27 = and i32 %v14, 3
  %w28 = zext i32 %i27 to i64
  %a29 = getelementptr inbounds <4 x float>, ptr %u, i64 %w28
  %v30 = load <4 x float>, ptr %a29, align 16
  br label %join26
else25:
  br label %join26
join26:
  %v31 = phi <4 x float> [ %v30, %then24 ], [ %v12, %else25 ]
  %v32 = phi float [ %v23, %then24 ], [ %v23, %else25 ]
  %v33 = phi i32 [ %v14, %then24 ], [ %v14, %else25 ]
  %v34 = insertelement <4 x float> %v31, float %v32, i32 0
  %v35 = insertelement <4 x float> %v34, float %v23, i32 1
  %v36 = select i1 %v4, <4 x float> %v35, <4 x float> %v31
  ret <4 x float> %v36
}
