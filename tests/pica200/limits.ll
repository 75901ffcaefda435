; Programs at the limits of PICA200, for the mutants of the compiler's copy of the record.

; fifteen inputs, seven outputs, 96 uniforms, and the last of each is used
define { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } @most(<4 x float> %v0, <4 x float> %v1, <4 x float> %v2, <4 x float> %v3, <4 x float> %v4, <4 x float> %v5, <4 x float> %v6, <4 x float> %v7, <4 x float> %v8, <4 x float> %v9, <4 x float> %v10, <4 x float> %v11, <4 x float> %v12, <4 x float> %v13, <4 x float> %v14, ptr readonly align 16 dereferenceable(1536) %u) {
  %a0 = getelementptr i8, ptr %u, i64 1424
  %k0 = load <4 x float>, ptr %a0, align 16
  %m0 = fmul <4 x float> %v0, %k0
  %s0 = fadd <4 x float> %m0, %v1
  %a1 = getelementptr i8, ptr %u, i64 1440
  %k1 = load <4 x float>, ptr %a1, align 16
  %m1 = fmul <4 x float> %v2, %k1
  %s1 = fadd <4 x float> %m1, %v3
  %a2 = getelementptr i8, ptr %u, i64 1456
  %k2 = load <4 x float>, ptr %a2, align 16
  %m2 = fmul <4 x float> %v4, %k2
  %s2 = fadd <4 x float> %m2, %v5
  %a3 = getelementptr i8, ptr %u, i64 1472
  %k3 = load <4 x float>, ptr %a3, align 16
  %m3 = fmul <4 x float> %v6, %k3
  %s3 = fadd <4 x float> %m3, %v7
  %a4 = getelementptr i8, ptr %u, i64 1488
  %k4 = load <4 x float>, ptr %a4, align 16
  %m4 = fmul <4 x float> %v8, %k4
  %s4 = fadd <4 x float> %m4, %v9
  %a5 = getelementptr i8, ptr %u, i64 1504
  %k5 = load <4 x float>, ptr %a5, align 16
  %m5 = fmul <4 x float> %v10, %k5
  %s5 = fadd <4 x float> %m5, %v11
  %a6 = getelementptr i8, ptr %u, i64 1520
  %k6 = load <4 x float>, ptr %a6, align 16
  %m6 = fmul <4 x float> %v12, %k6
  %s6 = fadd <4 x float> %m6, %v13
  %m = fmul <4 x float> %v14, %k0
  %n = fmul <4 x float> %v13, %k6
  %t = fadd <4 x float> %m, %n
  %t6 = fadd <4 x float> %s6, %t
  %r0 = insertvalue { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } poison, <4 x float> %s0, 0
  %r1 = insertvalue { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } %r0, <4 x float> %s1, 1
  %r2 = insertvalue { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } %r1, <4 x float> %s2, 2
  %r3 = insertvalue { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } %r2, <4 x float> %s3, 3
  %r4 = insertvalue { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } %r3, <4 x float> %s4, 4
  %r5 = insertvalue { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } %r4, <4 x float> %s5, 5
  %r6 = insertvalue { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } %r5, <4 x float> %t6, 6
  ret { <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float>, <4 x float> } %r6
}

; eight ifs within each other, and the ninth boolean register
@first = external addrspace(2) global i1
@second = external addrspace(2) global i1
@third = external addrspace(2) global i1
@fourth = external addrspace(2) global i1
@fifth = external addrspace(2) global i1
@sixth = external addrspace(2) global i1
@seventh = external addrspace(2) global i1
@eighth = external addrspace(2) global i1
@ninth = external addrspace(2) global i1
declare <4 x float> @llvm.floor.v4f32(<4 x float>)

define <4 x float> @deep(<4 x float> %p, <4 x float> %q) {
entry:
  %b0 = load i1, ptr addrspace(2) @first
  %b1 = load i1, ptr addrspace(2) @second
  %b2 = load i1, ptr addrspace(2) @third
  %b3 = load i1, ptr addrspace(2) @fourth
  %b4 = load i1, ptr addrspace(2) @fifth
  %b5 = load i1, ptr addrspace(2) @sixth
  %b6 = load i1, ptr addrspace(2) @seventh
  %b7 = load i1, ptr addrspace(2) @eighth
  %b8 = load i1, ptr addrspace(2) @ninth
  br i1 %b8, label %x0, label %j0
x0:
  %m0 = fmul <4 x float> %p, %q
  %a0 = call <4 x float> @llvm.floor.v4f32(<4 x float> %m0)
  br i1 %b1, label %x1, label %j1
x1:
  %m1 = fmul <4 x float> %a0, %q
  %a1 = call <4 x float> @llvm.floor.v4f32(<4 x float> %m1)
  br i1 %b2, label %x2, label %j2
x2:
  %m2 = fmul <4 x float> %a1, %q
  %a2 = call <4 x float> @llvm.floor.v4f32(<4 x float> %m2)
  br i1 %b3, label %x3, label %j3
x3:
  %m3 = fmul <4 x float> %a2, %q
  %a3 = call <4 x float> @llvm.floor.v4f32(<4 x float> %m3)
  br i1 %b4, label %x4, label %j4
x4:
  %m4 = fmul <4 x float> %a3, %q
  %a4 = call <4 x float> @llvm.floor.v4f32(<4 x float> %m4)
  br i1 %b5, label %x5, label %j5
x5:
  %m5 = fmul <4 x float> %a4, %q
  %a5 = call <4 x float> @llvm.floor.v4f32(<4 x float> %m5)
  br i1 %b6, label %x6, label %j6
x6:
  %m6 = fmul <4 x float> %a5, %q
  %a6 = call <4 x float> @llvm.floor.v4f32(<4 x float> %m6)
  br i1 %b7, label %x7, label %j7
x7:
  %m7 = fmul <4 x float> %a6, %q
  %a7 = call <4 x float> @llvm.floor.v4f32(<4 x float> %m7)
  br label %j7
j7:
  %v7 = phi <4 x float> [ %a6, %x6 ], [ %a7, %x7 ]
  %t6 = fadd <4 x float> %v7, %p
  br label %j6
j6:
  %v6 = phi <4 x float> [ %a5, %x5 ], [ %t6, %j7 ]
  %t5 = fadd <4 x float> %v6, %p
  br label %j5
j5:
  %v5 = phi <4 x float> [ %a4, %x4 ], [ %t5, %j6 ]
  %t4 = fadd <4 x float> %v5, %p
  br label %j4
j4:
  %v4 = phi <4 x float> [ %a3, %x3 ], [ %t4, %j5 ]
  %t3 = fadd <4 x float> %v4, %p
  br label %j3
j3:
  %v3 = phi <4 x float> [ %a2, %x2 ], [ %t3, %j4 ]
  %t2 = fadd <4 x float> %v3, %p
  br label %j2
j2:
  %v2 = phi <4 x float> [ %a1, %x1 ], [ %t2, %j3 ]
  %t1 = fadd <4 x float> %v2, %p
  br label %j1
j1:
  %v1 = phi <4 x float> [ %a0, %x0 ], [ %t1, %j2 ]
  %t0 = fadd <4 x float> %v1, %p
  br label %j0
j0:
  %v0 = phi <4 x float> [ %p, %entry ], [ %t0, %j1 ]
  %s = fadd <4 x float> %v0, %q
  ret <4 x float> %s
}
