define <4 x float> @vertex(<4 x float> %p, <3 x float> %q, float %f, i32 %n, ptr readonly align 16 dereferenceable(96) %u) {
entry:
  %v1 = fcmp oge float %f, %f
  br i1 %v1, label %then2, label %else3
then2:
  br label %join4
else3:
  br label %join4
join4:
  %v5 = phi <4 x float> [ %p, %then2 ], [ %p, %else3 ]
  %v6 = phi float [ %f, %then2 ], [ %f, %else3 ]
  %v7 = phi i32 [ %n, %then2 ], [ %n, %else3 ]
  br i1 %v1, label %then8, label %else9
then8:
  br label %join10
else9:
  %a11 = getelementptr inbounds <4 x float>, ptr %u, i64 0
  %v12 = load <4 x float>, ptr %a11, align 16
  br label %join10
join10:
  %v13 = phi <4 x float> [ %v5, %then8 ], [ %v12, %else9 ]
  %v14 = phi float [ %v6, %then8 ], [ %v6, %else9 ]
  %v15 = phi i32 [ %v7, %then8 ], [ %v7, %else9 ]
  %v16 = insertelement <4 x float> %v13, float %v14, i32 0
  %v17 = insertelement <4 x float> %v16, float %v6, i32 1
  %v18 = select i1 %v1, <4 x float> %v17, <4 x float> %v13
  ret <4 x float> %v18
}
