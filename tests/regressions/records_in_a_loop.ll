; an array of records: the floats in them stay floats beside the integers, of whatever size
%record = type { float, i32, float, i8, i16 }
define <4 x float> @vertex(<4 x float> %a, i32 %k) {
entry:
  %l = alloca [3 x %record]
  %a0 = extractelement <4 x float> %a, i32 0
  %a1 = extractelement <4 x float> %a, i32 1
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %j, %fill ]
  %f = sitofp i32 %i to float
  %x = fmul float %a0, %f
  %y = fadd float %a1, %f
  %n = add i32 %k, %i
  %m = and i32 %n, 3
  %b = trunc i32 %m to i8
  %h = trunc i32 %i to i16
  %at = getelementptr [3 x %record], ptr %l, i32 0, i32 %i
  %p1 = getelementptr %record, ptr %at, i32 0, i32 1
  %p2 = getelementptr %record, ptr %at, i32 0, i32 2
  %p3 = getelementptr %record, ptr %at, i32 0, i32 3
  %p4 = getelementptr %record, ptr %at, i32 0, i32 4
  store float %x, ptr %at
  store i32 %m, ptr %p1
  store float %y, ptr %p2
  store i8 %b, ptr %p3
  store i16 %h, ptr %p4
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %fill, label %next
next:
  %r = phi i32 [ 0, %fill ], [ %r1, %more ]
  %s = phi float [ 0.0, %fill ], [ %s1, %more ]
  %from = getelementptr [3 x %record], ptr %l, i32 0, i32 %r
  %u = load float, ptr %from
  %d = fcmp ogt float %u, 0.5
  br i1 %d, label %take, label %more
take:
  %q1 = getelementptr %record, ptr %from, i32 0, i32 1
  %v = load i32, ptr %q1
  %vf = sitofp i32 %v to float
  %w = fmul float %u, %vf
  %t = fadd float %s, %w
  %big = fcmp ogt float %t, 8.0
  br i1 %big, label %end, label %more
more:
  %s1 = phi float [ %s, %next ], [ %t, %take ]
  %r1 = add i32 %r, 1
  %e = icmp ult i32 %r1, 3
  br i1 %e, label %next, label %end
end:
  %z = phi float [ %t, %take ], [ %s1, %more ]
  %g = and i32 %k, 1
  %one = getelementptr [3 x %record], ptr %l, i32 0, i32 %g
  %o2 = getelementptr %record, ptr %one, i32 0, i32 2
  %o3 = getelementptr %record, ptr %one, i32 0, i32 3
  %o4 = getelementptr %record, ptr %one, i32 0, i32 4
  %l2 = load float, ptr %o2
  %l3 = load i8, ptr %o3
  %l4 = load i16, ptr %o4
  %f3 = uitofp i8 %l3 to float
  %f4 = sitofp i16 %l4 to float
  %c0 = insertelement <4 x float> poison, float %z, i32 0
  %c1 = insertelement <4 x float> %c0, float %l2, i32 1
  %c2 = insertelement <4 x float> %c1, float %f3, i32 2
  %c3 = insertelement <4 x float> %c2, float %f4, i32 3
  ret <4 x float> %c3
}
