; a loop that clang counts by min(n - 1, 3) + 1, widened at last
define float @sum(ptr readonly %a, i32 %n, float %x) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %ready, label %out
ready:
  %last = add nsw i32 %n, -1
  %fewer = tail call i32 @llvm.umin.i32(i32 %last, i32 3)
  %count = add nuw nsw i32 %fewer, 1
  %wide = zext nneg i32 %count to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %ready ], [ %next, %latch ]
  %s = phi float [ 0.0, %ready ], [ %new, %latch ]
  %p = getelementptr inbounds [4 x float], ptr %a, i64 %i
  %v = load float, ptr %p, align 4
  %large = fcmp ogt float %v, %x
  br i1 %large, label %then, label %latch
then:
  %square = fmul float %v, %v
  br label %latch
latch:
  %more = phi float [ %square, %then ], [ %x, %loop ]
  %new = fadd float %s, %more
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %wide
  br i1 %done, label %out, label %loop
out:
  %r = phi float [ 0.0, %entry ], [ %new, %latch ]
  ret float %r
}
declare i32 @llvm.umin.i32(i32, i32)
