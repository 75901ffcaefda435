; An offset in bytes that a loop adds up: a multiple of 16, which only the phi's operands tell.
define <4 x float> @vertex(<4 x float> %p, i32 %n, ptr readonly align 16 dereferenceable(128) %u) {
entry:
  br label %loop
loop:
  %o = phi i64 [ 0, %entry ], [ %o2, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s2, %loop ]
  %g = getelementptr inbounds i8, ptr %u, i64 %o
  %v = load float, ptr %g, align 4
  %s2 = fadd float %s, %v
  %o2 = add nuw nsw i64 %o, 16
  %c = icmp ult i64 %o2, 64
  br i1 %c, label %loop, label %done
done:
  %r = insertelement <4 x float> %p, float %s2, i32 0
  ret <4 x float> %r
}
