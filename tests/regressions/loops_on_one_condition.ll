define <4 x float> @vertex(<4 x float> %p, <3 x float> %q, float %f, i32 %n, ptr readonly align 16 dereferenceable(96) %u) {
entry:
  %v1 = fadd float %f, %f
  br label %head2
head2:
  %c5 = phi i32 [ 0, %entry ], [ %d7, %body3 ]
  %x6 = phi float [ %v1, %entry ], [ %r19, %body3 ]
  %v8 = fadd float %x6, %x6
  %v9 = fadd float %v8, %v8
  br label %head10
head10:
  %c13 = phi i32 [ 0, %head2 ], [ %d15, %body11 ]
  %x14 = phi float [ %v9, %head2 ], [ %v16, %body11 ]
  %v16 = fadd float %x14, %x14
  %d15 = add i32 %c13, 1
  %s17 = fcmp ogt float %v16, 5.000000e+01
  %m18 = icmp slt i32 %d15, 2
  br i1 %s17, label %done12, label %body11
body11:
  br i1 %m18, label %head10, label %done12
done12:
  %r19 = phi float [ %v16, %head10 ], [ %v16, %body11 ]
  %d7 = add i32 %c5, 1
  %s20 = fcmp ogt float %r19, 5.000000e+01
  %m21 = icmp slt i32 %d7, 2
  br i1 %s20, label %done4, label %body3
body3:
  br i1 %m21, label %head2, label %done4
done4:
  %r22 = phi float [ %r19, %done12 ], [ %r19, %body3 ]
  %v23 = insertelement <4 x float> %p, float %r22, i32 0
  %v24 = insertelement <4 x float> %v23, float %v1, i32 1
  ret <4 x float> %v24
}
