; a choice in a block behind one that was cut at its choices, on values of the last piece
define <4 x float> @vertex(<2 x float> %v, ptr readonly %w) {
  %a = load <2 x float>, ptr %w, align 16
  %m = fmul <2 x float> %v, %a
  %m0 = extractelement <2 x float> %m, i32 0
  %m1 = extractelement <2 x float> %m, i32 1
  %d = fadd float %m0, %m1
  %keep = fcmp uge float %d, 0.0
  %s = select i1 %keep, float %d, float 0.0
  %big = fcmp ogt float %d, 10.0
  br i1 %big, label %out, label %next
next:
  %q = getelementptr i8, ptr %w, i64 16
  %b = load <2 x float>, ptr %q, align 16
  %n = fmul <2 x float> %v, %b
  %n0 = extractelement <2 x float> %n, i32 0
  %n1 = extractelement <2 x float> %n, i32 1
  %e = fadd float %n0, %n1
  %keep2 = fcmp uge float %e, 0.0
  %t = fadd float %s, %e
  %u = select i1 %keep2, float %t, float %s
  br label %out
out:
  %r = phi float [ %s, %0 ], [ %u, %next ]
  %o = insertelement <4 x float> zeroinitializer, float %r, i32 0
  ret <4 x float> %o
}
