; a pointer moves on by one element or none in each of four rounds, so it reaches five elements
define float @fragment(float %x, ptr %w) {
entry:
  br label %round
round:
  %i = phi i32 [ 0, %entry ], [ %next, %round ]
  %p = phi ptr [ %w, %entry ], [ %moved, %round ]
  %here = load float, ptr %p
  %more = fcmp ogt float %x, %here
  %by = zext i1 %more to i64
  %moved = getelementptr float, ptr %p, i64 %by
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 4
  br i1 %done, label %out, label %round
out:
  %last = load float, ptr %moved
  ret float %last
}
