; A component of a product is a factor in a loop that may have no round, and again behind the loop. The judge followed
; the magnitudes of its factors in the loop, and read behind the loop what it had made there: LLVM refused the reference.
define <4 x float> @fragment(<4 x float> %a, <4 x float> %b) {
entry:
  %p = fmul reassoc nsz contract <4 x float> %a, %b
  %s = shufflevector <4 x float> %p, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %x = extractelement <4 x float> %a, i32 0
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %v = phi <4 x float> [ %a, %entry ], [ %f, %body ]
  %t = sitofp i32 %i to float
  %less = fcmp olt float %t, %x
  %few = icmp slt i32 %i, 3
  %c = select i1 %few, i1 %less, i1 false
  br i1 %c, label %body, label %end

body:
  %next = add nsw i32 %i, 1
  %q = fmul reassoc nsz contract <4 x float> %s, %v
  %f = call <4 x float> @llvm.fabs.v4f32(<4 x float> %q)
  br label %head

end:
  %r = fmul reassoc nsz contract <4 x float> %s, %v
  ret <4 x float> %r
}

declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
