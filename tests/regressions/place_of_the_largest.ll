; the distance of two addresses in one array: `std::max_element(w, w + 3) - w`
define i32 @fragment(float %x, ptr %w) {
  %first = load float, ptr %w
  %moved = fadd float %first, %x
  %p1 = getelementptr inbounds float, ptr %w, i64 1
  %second = load float, ptr %p1
  %more = fcmp ogt float %second, %moved
  %most = select i1 %more, float %second, float %moved
  %at = select i1 %more, ptr %p1, ptr %w
  %p2 = getelementptr inbounds float, ptr %w, i64 2
  %third = load float, ptr %p2
  %yet = fcmp ogt float %third, %most
  %place = select i1 %yet, ptr %p2, ptr %at
  %there = ptrtoint ptr %place to i64
  %begin = ptrtoint ptr %w to i64
  %bytes = sub i64 %there, %begin
  %count = ashr exact i64 %bytes, 2
  %result = trunc i64 %count to i32
  ret i32 %result
}
