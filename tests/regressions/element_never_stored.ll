define float @vertex(float %x, i32 %n, i32 %m) {
entry:
  %a = alloca [40 x float], align 16
  %c0 = icmp sgt i32 %n, 1000000
  br i1 %c0, label %loop, label %done
loop:
  %i = and i32 %n, 31
  %p = getelementptr [40 x float], ptr %a, i32 0, i32 %i
  store float %x, ptr %p, align 4
  br label %done
done:
  %mm = and i32 %m, 31
  %q1 = getelementptr [40 x float], ptr %a, i32 0, i32 %mm
  %v1 = load float, ptr %q1, align 4
  %q = getelementptr [40 x float], ptr %a, i32 0, i32 35
  %v = load float, ptr %q, align 4
  %s = fadd float %v, %v1
  ret float %s
}
