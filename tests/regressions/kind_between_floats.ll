; structs of six words: the integer's component differs from element to element
%item = type { float, i32, float, float, float, i32 }
define float @pick(ptr readonly %items, i32 %n, float %x) {
  %at = sext i32 %n to i64
  %item = getelementptr inbounds %item, ptr %items, i64 %at
  %place = getelementptr inbounds i8, ptr %item, i64 20
  %last = load i32, ptr %place, align 4
  %second = getelementptr inbounds i8, ptr %item, i64 4
  %kind = load i32, ptr %second, align 4
  %sum = add nsw i32 %last, %kind
  %number = sitofp i32 %sum to float
  %third = getelementptr inbounds i8, ptr %item, i64 16
  %f = load float, ptr %third, align 4
  %scaled = fmul float %f, %x
  %r = fadd float %scaled, %number
  ret float %r
}
