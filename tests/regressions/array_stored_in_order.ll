; Each element of a local array is stored through an index that is computed; a choice keeps what was stored before.
define <4 x float> @fragment(<4 x float> %p) {
  %a = alloca [4 x float]
  %y = extractelement <4 x float> %p, i32 1
  %c = fcmp ogt float 1.000000e+00, %y
  %d = fcmp ogt float 0.000000e+00, %y
  %i0 = zext i1 %c to i64
  %i = select i1 %d, i64 2, i64 %i0
  %j1 = add nuw nsw i64 %i, 1
  %j2 = icmp eq i64 %j1, 2
  %j = select i1 %j2, i64 0, i64 %j1
  %k1 = add nuw nsw i64 %j, 1
  %pi = getelementptr float, ptr %a, i64 %i
  %pj = getelementptr float, ptr %a, i64 %j
  %pk = getelementptr float, ptr %a, i64 %k1
  store float 1.000000e+00, ptr %pi
  store float 0.000000e+00, ptr %pj
  store float 0.000000e+00, ptr %pk
  %r = load <4 x float>, ptr %a
  ret <4 x float> %r
}
