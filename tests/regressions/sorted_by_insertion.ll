; An insertion sort of four numbers. LLVM writes the offset of the last store as (n << 32) >> 30, which was not known to
; be a multiple of four, so the array was torn into bytes and the program refused.
define <4 x float> @k(<4 x float> %given) {
  %v = alloca <4 x float>, align 16
  store <4 x float> %given, ptr %v, align 16
  br label %round
round:
  %n = phi i64 [ %next, %found ], [ 1, %0 ]
  %at = getelementptr inbounds [4 x float], ptr %v, i64 0, i64 %n
  %x = load float, ptr %at, align 4
  br label %search
search:
  %j = phi i64 [ %n, %round ], [ %before, %move ]
  %before = add nsw i64 %j, -1
  %low = and i64 %before, 4294967295
  %left = getelementptr inbounds [4 x float], ptr %v, i64 0, i64 %low
  %y = load float, ptr %left, align 4
  %larger = fcmp ogt float %y, %x
  br i1 %larger, label %move, label %found
move:
  %right = getelementptr inbounds [4 x float], ptr %v, i64 0, i64 %j
  store float %y, ptr %right, align 4
  %more = icmp sgt i64 %j, 1
  br i1 %more, label %search, label %found
found:
  %place = phi i64 [ 0, %move ], [ %j, %search ]
  %up = shl i64 %place, 32
  %whole = ashr exact i64 %up, 32
  %hole = getelementptr inbounds [4 x float], ptr %v, i64 0, i64 %whole
  store float %x, ptr %hole, align 4
  %next = add nuw nsw i64 %n, 1
  %last = icmp eq i64 %next, 4
  br i1 %last, label %done, label %round
done:
  %sorted = load <4 x float>, ptr %v, align 16
  ret <4 x float> %sorted
}
