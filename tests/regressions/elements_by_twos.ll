; a loop that is unrolled by two masks the number of elements: a bound of 2^31 for the index
define float @sum(ptr readonly %a, ptr readonly %n) {
entry:
  %count = load i32, ptr %n, align 4
  %some = icmp sgt i32 %count, 1
  br i1 %some, label %ready, label %out
ready:
  %even = and i32 %count, 2147483646
  %wide = zext nneg i32 %even to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %ready ], [ %next, %loop ]
  %s = phi float [ 0.0, %ready ], [ %both, %loop ]
  %p = getelementptr inbounds [2 x float], ptr %a, i64 %i
  %x = load float, ptr %p, align 4
  %q = getelementptr inbounds i8, ptr %p, i64 8
  %y = load float, ptr %q, align 4
  %more = fadd float %s, %x
  %both = fadd float %more, %y
  %next = add nuw nsw i64 %i, 2
  %done = icmp eq i64 %next, %wide
  br i1 %done, label %out, label %loop
out:
  %r = phi float [ 0.0, %entry ], [ %both, %loop ]
  ret float %r
}
