; Small programs for the mutants of the compiler's copy of the record: together they use every op, field and comparison that gpucc writes.
@first = external addrspace(2) global i1
@second = external addrspace(2) global i1
@third = external addrspace(2) global i1
@fourth = external addrspace(2) global i1
@fifth = external addrspace(2) global i1
@counts = external addrspace(2) global <4 x i8>
@table = external addrspace(2) global [40 x <4 x float>]

declare float @llvm.fabs.f32(float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.exp2.f32(float)
declare float @llvm.log2.f32(float)
declare <4 x float> @llvm.floor.v4f32(<4 x float>)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>)
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>)

; dp3, dp4, dph, rsq, rcp, ex2, lg2, of components that are not the first
define <4 x float> @scalars(<4 x float> %p, <4 x float> %q) {
  %m = fmul <4 x float> %p, %q
  %m0 = extractelement <4 x float> %m, i32 0
  %m1 = extractelement <4 x float> %m, i32 1
  %m2 = extractelement <4 x float> %m, i32 2
  %m3 = extractelement <4 x float> %m, i32 3
  %s = fadd float %m0, %m1
  %three = fadd float %s, %m2
  %square = fmul <4 x float> %p, %p
  %s1 = extractelement <4 x float> %square, i32 1
  %s2 = extractelement <4 x float> %square, i32 2
  %s3 = extractelement <4 x float> %square, i32 3
  %t = fadd float %s1, %s2
  %length = fadd float %t, %s3
  %root = call float @llvm.sqrt.f32(float %length)
  %normal = fdiv float %three, %root
  %q1 = extractelement <4 x float> %q, i32 1
  %p2 = extractelement <4 x float> %p, i32 2
  %p3 = extractelement <4 x float> %p, i32 3
  %over = fdiv float 1.0, %q1
  %power = call float @llvm.exp2.f32(float %p3)
  %log = call float @llvm.log2.f32(float %p2)
  %r0 = insertelement <4 x float> poison, float %normal, i32 0
  %r1 = insertelement <4 x float> %r0, float %over, i32 1
  %r2 = insertelement <4 x float> %r1, float %power, i32 2
  %r3 = insertelement <4 x float> %r2, float %log, i32 3
  ret <4 x float> %r3
}

; dp3 that nothing may replace, dph with an input as its whole operand, and with a uniform; a root
define <4 x float> @products(<4 x float> %p, <4 x float> %q, ptr readonly align 16 dereferenceable(32) %u) {
  %k = load <4 x float>, ptr %u, align 16
  %at = getelementptr i8, ptr %u, i64 16
  %l = load <4 x float>, ptr %at, align 16
  %a = fmul <4 x float> %p, %q
  %a0 = extractelement <4 x float> %a, i32 0
  %a1 = extractelement <4 x float> %a, i32 1
  %a2 = extractelement <4 x float> %a, i32 2
  %sa = fadd float %a0, %a1
  %three = fadd float %sa, %a2
  %b = fmul <4 x float> %p, %k
  %b0 = extractelement <4 x float> %b, i32 0
  %b1 = extractelement <4 x float> %b, i32 1
  %b2 = extractelement <4 x float> %b, i32 2
  %k3 = extractelement <4 x float> %k, i32 3
  %sb = fadd float %b0, %b1
  %tb = fadd float %sb, %b2
  %whole = fadd float %tb, %k3
  %c = fmul <4 x float> %q, %l
  %c0 = extractelement <4 x float> %c, i32 0
  %c1 = extractelement <4 x float> %c, i32 1
  %c2 = extractelement <4 x float> %c, i32 2
  %q3 = extractelement <4 x float> %q, i32 3
  %sc = fadd float %c0, %c1
  %tc = fadd float %sc, %c2
  %other = fadd float %tc, %q3
  %r0 = insertelement <4 x float> %k, float %three, i32 0
  %r1 = insertelement <4 x float> %r0, float %whole, i32 1
  %r2 = insertelement <4 x float> %r1, float %other, i32 2
  %root = call float @llvm.sqrt.f32(float %q3)
  %r3 = insertelement <4 x float> %r2, float %root, i32 3
  ret <4 x float> %r3
}

; dst and its other form: a one, a product, components of two registers
define { <4 x float>, <4 x float> } @distances(<4 x float> %p, <4 x float> %q, ptr readonly align 16 dereferenceable(32) %u) {
  %k = load <4 x float>, ptr %u, align 16
  %at = getelementptr i8, ptr %u, i64 16
  %l = load <4 x float>, ptr %at, align 16
  %a = fmul <4 x float> %k, %p
  %b = shufflevector <4 x float> %a, <4 x float> %k, <4 x i32> <i32 poison, i32 1, i32 6, i32 poison>
  %c = shufflevector <4 x float> %b, <4 x float> %p, <4 x i32> <i32 poison, i32 1, i32 2, i32 7>
  %d = insertelement <4 x float> %c, float 1.0, i32 0
  %e = fmul <4 x float> %q, %l
  %f = shufflevector <4 x float> %e, <4 x float> %q, <4 x i32> <i32 poison, i32 1, i32 6, i32 poison>
  %g = shufflevector <4 x float> %f, <4 x float> %l, <4 x i32> <i32 poison, i32 1, i32 2, i32 7>
  %h = insertelement <4 x float> %g, float 1.0, i32 0
  %r = insertvalue { <4 x float>, <4 x float> } poison, <4 x float> %d, 0
  %z = insertvalue { <4 x float>, <4 x float> } %r, <4 x float> %h, 1
  ret { <4 x float>, <4 x float> } %z
}

; sge, slt and their other forms with constants in either place, equal values, NaN
define { <4 x float>, <4 x float> } @truths(<4 x float> %p, <4 x float> %q, ptr readonly align 16 dereferenceable(32) %u) {
  %k = load <4 x float>, ptr %u, align 16
  %at = getelementptr i8, ptr %u, i64 16
  %l = load <4 x float>, ptr %at, align 16
  %f = call <4 x float> @llvm.floor.v4f32(<4 x float> %p)
  %a = fcmp oge <4 x float> %f, %k
  %b = fcmp olt <4 x float> %f, %l
  %c = fcmp oge <4 x float> %k, %q
  %d = fcmp olt <4 x float> %l, %q
  %e = fcmp oge <4 x float> %p, %q
  %g = fcmp olt <4 x float> %f, %q
  %na = uitofp <4 x i1> %a to <4 x float>
  %nb = uitofp <4 x i1> %b to <4 x float>
  %nc = uitofp <4 x i1> %c to <4 x float>
  %nd = uitofp <4 x i1> %d to <4 x float>
  %ne = uitofp <4 x i1> %e to <4 x float>
  %ng = uitofp <4 x i1> %g to <4 x float>
  %two = fmul <4 x float> %nb, splat (float 2.0)
  %four = fmul <4 x float> %nc, splat (float 4.0)
  %eight = fmul <4 x float> %nd, splat (float 8.0)
  %s = fadd <4 x float> %na, %two
  %t = fadd <4 x float> %s, %four
  %v = fadd <4 x float> %t, %eight
  %w = fsub <4 x float> %ne, %ng
  %r = insertvalue { <4 x float>, <4 x float> } poison, <4 x float> %v, 0
  %z = insertvalue { <4 x float>, <4 x float> } %r, <4 x float> %w, 1
  ret { <4 x float>, <4 x float> } %z
}

; both kinds of minimum and maximum, of which a NaN may be either operand, where the source says that there is none
define <4 x float> @extremes(<4 x float> %p, <4 x float> %q, ptr readonly align 16 dereferenceable(16) %u) {
  %k = load <4 x float>, ptr %u, align 16
  %c = fcmp ogt <4 x float> %p, %k
  %a = select <4 x i1> %c, <4 x float> %p, <4 x float> %k
  %d = fcmp olt <4 x float> %q, %k
  %b = select <4 x i1> %d, <4 x float> %q, <4 x float> %k
  %e = fcmp ogt <4 x float> %q, %p
  %g = select <4 x i1> %e, <4 x float> %q, <4 x float> %p
  %i = fcmp olt <4 x float> %q, %p
  %j = select <4 x i1> %i, <4 x float> %q, <4 x float> %p
  %s = fsub <4 x float> %a, %b
  %t = fsub <4 x float> %g, %j
  %r = fmul <4 x float> %s, %t
  ret <4 x float> %r
}

; a conversion cuts off: indices of both signs and with fractions, a0.x and a0.y, in all forms of words
define { <4 x float>, <4 x float> } @indexed(<4 x float> %p, <4 x float> %q) {
  %l = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %p, <4 x float> splat (float -5.0))
  %h = call <4 x float> @llvm.minnum.v4f32(<4 x float> %l, <4 x float> splat (float 5.0))
  %n = fptosi <4 x float> %h to <4 x i32>
  %i0 = extractelement <4 x i32> %n, i32 0
  %i1 = extractelement <4 x i32> %n, i32 1
  %x = add i32 %i0, 8
  %y = add i32 %i1, 8
  %ax = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %x
  %ay = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %y
  %tx = load <4 x float>, ptr addrspace(2) %ax, align 16
  %ty = load <4 x float>, ptr addrspace(2) %ay, align 16
  %sum = fadd <4 x float> %tx, %q
  %m = fmul <4 x float> %ty, %q
  %both = fadd <4 x float> %m, %p
  %f = call <4 x float> @llvm.floor.v4f32(<4 x float> %ty)
  %g = fcmp oge <4 x float> %q, %tx
  %h0 = fcmp olt <4 x float> %q, %ty
  %ng = uitofp <4 x i1> %g to <4 x float>
  %nh = uitofp <4 x i1> %h0 to <4 x float>
  %last = fmul <4 x float> %p, %q
  %end = fadd <4 x float> %last, %ty
  %e1 = fmul <4 x float> %sum, %both
  %e2 = fadd <4 x float> %e1, %f
  %e3 = fadd <4 x float> %ng, %nh
  %e4 = fmul <4 x float> %e3, %end
  %r = insertvalue { <4 x float>, <4 x float> } poison, <4 x float> %e2, 0
  %z = insertvalue { <4 x float>, <4 x float> } %r, <4 x float> %e4, 1
  ret { <4 x float>, <4 x float> } %z
}

; each form of word with an indexed constant that is read once
define { <4 x float>, <4 x float> } @forms(<4 x float> %p, <4 x float> %q) {
entry:
  %l = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %p, <4 x float> splat (float 0.0))
  %h = call <4 x float> @llvm.minnum.v4f32(<4 x float> %l, <4 x float> splat (float 5.0))
  %n = fptosi <4 x float> %h to <4 x i32>
  %x = extractelement <4 x i32> %n, i32 0
  %y = extractelement <4 x i32> %n, i32 1
  %i0 = add i32 %x, 0
  %a0 = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %i0
  %t0 = load <4 x float>, ptr addrspace(2) %a0, align 16
  %i1 = add i32 %y, 1
  %a1 = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %i1
  %t1 = load <4 x float>, ptr addrspace(2) %a1, align 16
  %i2 = add i32 %x, 2
  %a2 = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %i2
  %t2 = load <4 x float>, ptr addrspace(2) %a2, align 16
  %i3 = add i32 %y, 3
  %a3 = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %i3
  %t3 = load <4 x float>, ptr addrspace(2) %a3, align 16
  %i4 = add i32 %y, 4
  %a4 = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %i4
  %t4 = load <4 x float>, ptr addrspace(2) %a4, align 16
  %i5 = add i32 %x, 5
  %a5 = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %i5
  %t5 = load <4 x float>, ptr addrspace(2) %a5, align 16
  %i6 = add i32 %y, 6
  %a6 = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %i6
  %t6 = load <4 x float>, ptr addrspace(2) %a6, align 16
  %i7 = add i32 %y, 7
  %a7 = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %i7
  %t7 = load <4 x float>, ptr addrspace(2) %a7, align 16
  %m = fmul <4 x float> %q, %p
  %s0 = fadd <4 x float> %m, %t0
  %m1 = fmul <4 x float> %q, %t1
  %s1 = fadd <4 x float> %m1, %s0
  %f = call <4 x float> @llvm.floor.v4f32(<4 x float> %t2)
  %s2 = fadd <4 x float> %s1, %f
  %s3 = fsub <4 x float> %s2, %t3
  %g = fcmp olt <4 x float> %q, %t4
  %ng = uitofp <4 x i1> %g to <4 x float>
  %h1 = fcmp olt <4 x float> %t5, %q
  %nh = uitofp <4 x i1> %h1 to <4 x float>
  %s4 = fadd <4 x float> %ng, %nh
  %s5 = fmul <4 x float> %s4, %s3
  %t60 = extractelement <4 x float> %t6, i32 0
  %q0 = extractelement <4 x float> %q, i32 0
  %c = fcmp olt float %t60, %q0
  br i1 %c, label %side, label %join
side:
  %e1 = fmul <4 x float> %s5, %q
  %e2 = fadd <4 x float> %e1, %t7
  %e3 = call <4 x float> @llvm.floor.v4f32(<4 x float> %e2)
  br label %join
join:
  %w = phi <4 x float> [ %s5, %entry ], [ %e3, %side ]
  %r = insertvalue { <4 x float>, <4 x float> } poison, <4 x float> %s3, 0
  %z = insertvalue { <4 x float>, <4 x float> } %r, <4 x float> %w, 1
  ret { <4 x float>, <4 x float> } %z
}

; five boolean registers, asked by ifu with and without else, and by jmpu
define <4 x float> @switched(<4 x float> %p, <4 x float> %q) {
entry:
  %b1 = load i1, ptr addrspace(2) @first
  %b2 = load i1, ptr addrspace(2) @second
  %b3 = load i1, ptr addrspace(2) @third
  %b4 = load i1, ptr addrspace(2) @fourth
  %b5 = load i1, ptr addrspace(2) @fifth
  br i1 %b1, label %x1, label %y1
x1:
  %x1a = fmul <4 x float> %p, %q
  %x1b = fadd <4 x float> %x1a, %p
  %x1c = call <4 x float> @llvm.floor.v4f32(<4 x float> %x1b)
  br label %j1
y1:
  %y1a = fadd <4 x float> %p, %q
  %y1b = fmul <4 x float> %y1a, %y1a
  %y1c = fsub <4 x float> %y1b, %q
  br label %j1
j1:
  %v1 = phi <4 x float> [ %x1c, %x1 ], [ %y1c, %y1 ]
  br i1 %b2, label %x2, label %j2
x2:
  %x2a = fmul <4 x float> %v1, %q
  %x2b = fadd <4 x float> %x2a, %p
  br label %j2
j2:
  %v2 = phi <4 x float> [ %v1, %j1 ], [ %x2b, %x2 ]
  br i1 %b3, label %j3, label %x3
x3:
  %x3a = fsub <4 x float> %v2, %q
  %x3b = fmul <4 x float> %x3a, %p
  br label %j3
j3:
  %v3 = phi <4 x float> [ %v2, %j2 ], [ %x3b, %x3 ]
  br i1 %b4, label %x4, label %j5
x4:
  %x4a = fmul <4 x float> %v3, %v3
  %x4b = fadd <4 x float> %x4a, %q
  br i1 %b5, label %x5, label %y5
x5:
  %x5a = fmul <4 x float> %x4b, %p
  %x5b = fsub <4 x float> %x5a, %q
  br label %j5
y5:
  %y5a = fmul <4 x float> %x4b, %q
  %y5b = fadd <4 x float> %y5a, splat (float 1.0)
  br label %j5
j5:
  %v5 = phi <4 x float> [ %v3, %j3 ], [ %x5b, %x5 ], [ %y5b, %y5 ]
  ret <4 x float> %v5
}

; each comparison of cmp, as the condition of an if
define <4 x float> @asked(<4 x float> %p, <4 x float> %q, <4 x float> %r) {
entry:
  %pf = call <4 x float> @llvm.floor.v4f32(<4 x float> %p)
  %p0 = extractelement <4 x float> %pf, i32 0
  %p1 = extractelement <4 x float> %pf, i32 1
  %p2 = extractelement <4 x float> %pf, i32 2
  %p3 = extractelement <4 x float> %pf, i32 3
  %rf = call <4 x float> @llvm.floor.v4f32(<4 x float> %r)
  %r0 = extractelement <4 x float> %rf, i32 0
  %r1 = extractelement <4 x float> %rf, i32 1
  %r2 = extractelement <4 x float> %rf, i32 2
  %r3 = extractelement <4 x float> %rf, i32 3
  br label %j0
j0:
  %v1 = fadd <4 x float> %p, %q
  %c1 = fcmp oeq float %p0, %r0
  br i1 %c1, label %x1, label %j1
x1:
  %m1 = fmul <4 x float> %v1, %q
  %a1 = fadd <4 x float> %m1, splat (float 1.0)
  %f1 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a1)
  br label %j1
j1:
  %v2 = phi <4 x float> [ %v1, %j0 ], [ %f1, %x1 ]
  %c2 = fcmp une float %p1, %r1
  br i1 %c2, label %x2, label %j2
x2:
  %m2 = fmul <4 x float> %v2, %q
  %a2 = fadd <4 x float> %m2, splat (float 2.0)
  %f2 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a2)
  br label %j2
j2:
  %v3 = phi <4 x float> [ %v2, %j1 ], [ %f2, %x2 ]
  %c3 = fcmp olt float %p2, %r2
  br i1 %c3, label %x3, label %j3
x3:
  %m3 = fmul <4 x float> %v3, %q
  %a3 = fadd <4 x float> %m3, splat (float 3.0)
  %f3 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a3)
  br label %j3
j3:
  %v4 = phi <4 x float> [ %v3, %j2 ], [ %f3, %x3 ]
  %c4 = fcmp ole float %p3, %r3
  br i1 %c4, label %x4, label %j4
x4:
  %m4 = fmul <4 x float> %v4, %q
  %a4 = fadd <4 x float> %m4, splat (float 4.0)
  %f4 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a4)
  br label %j4
j4:
  %v5 = phi <4 x float> [ %v4, %j3 ], [ %f4, %x4 ]
  %c5 = fcmp ogt float %p0, %r0
  br i1 %c5, label %x5, label %j5
x5:
  %m5 = fmul <4 x float> %v5, %q
  %a5 = fadd <4 x float> %m5, splat (float 5.0)
  %f5 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a5)
  br label %j5
j5:
  %v6 = phi <4 x float> [ %v5, %j4 ], [ %f5, %x5 ]
  %c6 = fcmp oge float %p1, %r1
  br i1 %c6, label %x6, label %j6
x6:
  %m6 = fmul <4 x float> %v6, %q
  %a6 = fadd <4 x float> %m6, splat (float 6.0)
  %f6 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a6)
  br label %j6
j6:
  %v7 = phi <4 x float> [ %v6, %j5 ], [ %f6, %x6 ]
  ret <4 x float> %v7
}

; pairs of comparisons, of which both or one must hold
define <4 x float> @pairs(<4 x float> %p, <4 x float> %q, <4 x float> %r) {
entry:
  %pf = call <4 x float> @llvm.floor.v4f32(<4 x float> %p)
  %p0 = extractelement <4 x float> %pf, i32 0
  %p1 = extractelement <4 x float> %pf, i32 1
  %p2 = extractelement <4 x float> %pf, i32 2
  %p3 = extractelement <4 x float> %pf, i32 3
  %rf = call <4 x float> @llvm.floor.v4f32(<4 x float> %r)
  %r0 = extractelement <4 x float> %rf, i32 0
  %r1 = extractelement <4 x float> %rf, i32 1
  %r2 = extractelement <4 x float> %rf, i32 2
  %r3 = extractelement <4 x float> %rf, i32 3
  br label %j0
j0:
  %v1 = fadd <4 x float> %p, %q
  %d1 = fcmp oeq float %p0, %r1
  %e1 = fcmp olt float %p2, %r3
  %c1 = and i1 %d1, %e1
  br i1 %c1, label %x1, label %j1
x1:
  %m1 = fmul <4 x float> %v1, %q
  %a1 = fadd <4 x float> %m1, splat (float 1.0)
  %f1 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a1)
  br label %j1
j1:
  %v2 = phi <4 x float> [ %v1, %j0 ], [ %f1, %x1 ]
  %d2 = fcmp une float %p0, %r1
  %e2 = fcmp ogt float %p2, %r3
  %c2 = or i1 %d2, %e2
  br i1 %c2, label %x2, label %j2
x2:
  %m2 = fmul <4 x float> %v2, %q
  %a2 = fadd <4 x float> %m2, splat (float 2.0)
  %f2 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a2)
  br label %j2
j2:
  %v3 = phi <4 x float> [ %v2, %j1 ], [ %f2, %x2 ]
  %d3 = fcmp olt float %p0, %r1
  %e3 = fcmp ult float %p2, %r3
  %c3 = and i1 %d3, %e3
  br i1 %c3, label %x3, label %j3
x3:
  %m3 = fmul <4 x float> %v3, %q
  %a3 = fadd <4 x float> %m3, splat (float 3.0)
  %f3 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a3)
  br label %j3
j3:
  %v4 = phi <4 x float> [ %v3, %j2 ], [ %f3, %x3 ]
  %d4 = fcmp uge float %p0, %r1
  %e4 = fcmp oeq float %p2, %r3
  %c4 = or i1 %d4, %e4
  br i1 %c4, label %x4, label %j4
x4:
  %m4 = fmul <4 x float> %v4, %q
  %a4 = fadd <4 x float> %m4, splat (float 4.0)
  %f4 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a4)
  br label %j4
j4:
  %v5 = phi <4 x float> [ %v4, %j3 ], [ %f4, %x4 ]
  %d5 = fcmp ult float %p0, %r1
  %e5 = fcmp ogt float %p2, %r3
  %c5 = and i1 %d5, %e5
  br i1 %c5, label %x5, label %j5
x5:
  %m5 = fmul <4 x float> %v5, %q
  %a5 = fadd <4 x float> %m5, splat (float 5.0)
  %f5 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a5)
  br label %j5
j5:
  %v6 = phi <4 x float> [ %v5, %j4 ], [ %f5, %x5 ]
  %d6 = fcmp ult float %p0, %r1
  %e6 = fcmp uge float %p2, %r3
  %c6 = or i1 %d6, %e6
  br i1 %c6, label %x6, label %j6
x6:
  %m6 = fmul <4 x float> %v6, %q
  %a6 = fadd <4 x float> %m6, splat (float 6.0)
  %f6 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a6)
  br label %j6
j6:
  %v7 = phi <4 x float> [ %v6, %j5 ], [ %f6, %x6 ]
  ret <4 x float> %v7
}

; comparisons with uniforms, which cannot be turned
define <4 x float> @limits(<4 x float> %p, <4 x float> %q, ptr readonly align 16 dereferenceable(16) %u) {
entry:
  %k = load <4 x float>, ptr %u, align 16
  %p0 = extractelement <4 x float> %p, i32 0
  %p1 = extractelement <4 x float> %p, i32 1
  %p2 = extractelement <4 x float> %p, i32 2
  %p3 = extractelement <4 x float> %p, i32 3
  %k0 = extractelement <4 x float> %k, i32 0
  %k1 = extractelement <4 x float> %k, i32 1
  %k2 = extractelement <4 x float> %k, i32 2
  %k3 = extractelement <4 x float> %k, i32 3
  br label %j0
j0:
  %v1 = fadd <4 x float> %p, %q
  %c1 = fcmp ogt float %k0, %p0
  br i1 %c1, label %x1, label %j1
x1:
  %m1 = fmul <4 x float> %v1, %q
  %a1 = fadd <4 x float> %m1, splat (float 1.0)
  %f1 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a1)
  br label %j1
j1:
  %v2 = phi <4 x float> [ %v1, %j0 ], [ %f1, %x1 ]
  %c2 = fcmp oge float %k1, %p1
  br i1 %c2, label %x2, label %j2
x2:
  %m2 = fmul <4 x float> %v2, %q
  %a2 = fadd <4 x float> %m2, splat (float 2.0)
  %f2 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a2)
  br label %j2
j2:
  %v3 = phi <4 x float> [ %v2, %j1 ], [ %f2, %x2 ]
  %c3 = fcmp olt float %k2, %p2
  br i1 %c3, label %x3, label %j3
x3:
  %m3 = fmul <4 x float> %v3, %q
  %a3 = fadd <4 x float> %m3, splat (float 3.0)
  %f3 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a3)
  br label %j3
j3:
  %v4 = phi <4 x float> [ %v3, %j2 ], [ %f3, %x3 ]
  %c4 = fcmp ole float %k3, %p3
  br i1 %c4, label %x4, label %j4
x4:
  %m4 = fmul <4 x float> %v4, %q
  %a4 = fadd <4 x float> %m4, splat (float 4.0)
  %f4 = call <4 x float> @llvm.floor.v4f32(<4 x float> %a4)
  br label %j4
j4:
  %v5 = phi <4 x float> [ %v4, %j3 ], [ %f4, %x4 ]
  ret <4 x float> %v5
}

; two counted loops inside one another, left by break on two conditions, a third of other length that reads uniforms at its count
define <4 x float> @rounds(<4 x float> %p, <4 x float> %q) {
entry:
  %p0 = extractelement <4 x float> %p, i32 0
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %after ]
  %v = phi <4 x float> [ %p, %entry ], [ %w3, %after ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %more ]
  %w = phi <4 x float> [ %v, %outer ], [ %w2, %more ]
  %w1 = fmul <4 x float> %w, splat (float 0.75)
  %w2 = fadd <4 x float> %w1, %q
  %x = extractelement <4 x float> %w2, i32 0
  %y = extractelement <4 x float> %w2, i32 1
  %c = fcmp ogt float %x, 3.0
  %d = fcmp olt float %y, -1.0
  %both = and i1 %c, %d
  br i1 %both, label %after, label %more
more:
  %j1 = add i32 %j, 1
  %again = icmp slt i32 %j1, 5
  br i1 %again, label %inner, label %after
after:
  %w3 = fmul <4 x float> %w2, splat (float 0.5)
  %i1 = add i32 %i, 1
  %once = icmp slt i32 %i1, 3
  br i1 %once, label %outer, label %between
between:
  br label %sum
sum:
  %k = phi i32 [ 0, %between ], [ %k1, %sum ]
  %t = phi <4 x float> [ %w3, %between ], [ %t2, %sum ]
  %at = getelementptr [40 x <4 x float>], ptr addrspace(2) @table, i32 0, i32 %k
  %u = load <4 x float>, ptr addrspace(2) %at, align 16
  %t1 = fmul <4 x float> %u, %q
  %t2 = fadd <4 x float> %t1, %t
  %k1 = add i32 %k, 1
  %third = icmp slt i32 %k1, 18
  br i1 %third, label %sum, label %done
done:
  ret <4 x float> %t2
}
; a loop whose rounds nobody can count beforehand: it jumps back, on one condition and on two
define <4 x float> @jumps(<4 x float> %p, <4 x float> %q, float %limit) {
entry:
  %big = call float @llvm.fabs.f32(float %limit)
  %step = call float @llvm.maxnum.f32(float %big, float 0.5)
  br label %head
head:
  %n = phi float [ 0.0, %entry ], [ %n1, %body ]
  %v = phi <4 x float> [ %p, %entry ], [ %v2, %body ]
  %x = extractelement <4 x float> %v, i32 0
  %far = fcmp ogt float %x, 40.0
  br i1 %far, label %done, label %body
body:
  %v1 = fmul <4 x float> %v, splat (float 1.25)
  %v2 = fadd <4 x float> %v1, %q
  %y = extractelement <4 x float> %v2, i32 1
  %n1 = fadd float %n, %step
  %c = fcmp ult float %n1, 9.0
  %d = fcmp olt float %y, 30.0
  %both = and i1 %c, %d
  br i1 %both, label %head, label %done
done:
  %r = phi <4 x float> [ %v, %head ], [ %v2, %body ]
  %s = fsub <4 x float> %r, %p
  ret <4 x float> %s
}
; loops whose rounds the application sets
define <4 x float> @told(<4 x float> %p, <4 x float> %q) {
entry:
  %n = load i8, ptr addrspace(2) @counts
  %m = zext i8 %n to i32
  br label %sum
sum:
  %k = phi i32 [ 0, %entry ], [ %k1, %sum ]
  %t = phi <4 x float> [ %p, %entry ], [ %t2, %sum ]
  %t1 = fmul <4 x float> %t, splat (float 0.5)
  %t2 = fadd <4 x float> %t1, %q
  %k1 = add i32 %k, 1
  %again = icmp ule i32 %k1, %m
  br i1 %again, label %sum, label %done
done:
  ret <4 x float> %t2
}

; dp4 and dph whose second source has its components in another order
define <4 x float> @orders(<4 x float> %p, <4 x float> %q, ptr readonly align 16 dereferenceable(16) %u) {
  %k = load <4 x float>, ptr %u, align 16
  %turned = shufflevector <4 x float> %q, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 0, i32 1>
  %a = fmul <4 x float> %p, %turned
  %a0 = extractelement <4 x float> %a, i32 0
  %a1 = extractelement <4 x float> %a, i32 1
  %a2 = extractelement <4 x float> %a, i32 2
  %a3 = extractelement <4 x float> %a, i32 3
  %sa = fadd float %a0, %a1
  %ta = fadd float %sa, %a2
  %four = fadd float %ta, %a3
  %moved = shufflevector <4 x float> %k, <4 x float> poison, <4 x i32> <i32 2, i32 0, i32 3, i32 1>
  %b = fmul <4 x float> %p, %moved
  %b0 = extractelement <4 x float> %b, i32 0
  %b1 = extractelement <4 x float> %b, i32 1
  %b2 = extractelement <4 x float> %b, i32 2
  %k1 = extractelement <4 x float> %k, i32 1
  %sb = fadd float %b0, %b1
  %tb = fadd float %sb, %b2
  %whole = fadd float %tb, %k1
  %r0 = insertelement <4 x float> %p, float %four, i32 0
  %r1 = insertelement <4 x float> %r0, float %whole, i32 1
  ret <4 x float> %r1
}
