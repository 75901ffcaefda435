; an integer behind the first sixteen bytes of a struct was read as the bits of a float: no kind was ever 1
%light = type { [4 x float], [4 x float], i32, [3 x i32] }
define float @kind(ptr readonly %lights, i32 %n, float %x) {
  %at = sext i32 %n to i64
  %light = getelementptr inbounds %light, ptr %lights, i64 %at
  %place = getelementptr inbounds i8, ptr %light, i64 32
  %kind = load i32, ptr %place, align 4
  switch i32 %kind, label %other [
    i32 0, label %near
    i32 1, label %far
  ]
near:
  %a = load float, ptr %light, align 4
  %scaled = fmul float %a, %x
  br label %done
far:
  %second = getelementptr inbounds i8, ptr %light, i64 20
  %b = load float, ptr %second, align 4
  br label %done
other:
  %third = getelementptr inbounds i8, ptr %light, i64 8
  %c = load float, ptr %third, align 4
  br label %done
done:
  %r = phi float [ %scaled, %near ], [ %b, %far ], [ %c, %other ]
  ret float %r
}
