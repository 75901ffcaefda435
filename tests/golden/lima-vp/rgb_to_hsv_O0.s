// 17 instructions, lower bound 15
// lima-vp, 17 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0 = 2, 4, 0, 0.001
// u1 = 0.16666667, 1, _, _
0:   acc0 = max(a0.y, a0.z); pass = a0.w; v0.w = pass
1:   acc0 = min(reg0.y@1, reg0.z@1)
2:   acc0 = max(a0.x, acc0@2); r1.x = acc0; v0.z = acc0
3:   acc0 = min(reg0.x@1, acc0@2); mul0 = complex2(acc0@1, acc0@1); complex = rcp_part(acc0@1)
4:   acc0 = acc0@2 - acc0@1; acc1 = a0.x - a0.y; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
   ; r0.xy = acc1, acc0
5:   acc0 = reg0.z@1 - reg0.x@1; acc1 = reg0.y@1 - reg0.z@1; mul0 = complex2(acc0@1, acc0@1)
   ; complex = rcp_part(acc0@1); r2.x = acc1; r0.z = acc0
6:   acc0 = r1.x >= a0.y; acc1 = a0.y >= r1.x; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
   ; pass = mul0@2
7:   acc0 = r1.x >= reg0.x@1; acc1 = reg0.x@1 >= r1.x; mul0 = acc0@1 * acc1@1; mul1 = r0.y * pass@1
   ; r1.xz = mul1, mul0
8:   acc0 = u0.w < r0.y; mul0 = r0.x * mul0@2; mul1 = r0.z * mul0@2; pass = mul0@2; r0.x = acc0
9:   acc0 = mul0@1 + u0.y; acc1 = mul1@1 + u0.x; mul0 = acc0@2 * acc1@2; mul1 = r2.x * pass@1
10:  mul01 = select(r1.z, acc1@1, acc0@1)
11:  mul01 = select(mul0@2, mul1@2, mul0@1)
12:  mul0 = mul0@1 * u1.x; r0.z = mul0
13:  acc0 = mul0@1 < u0.z; mul01 = select(r0.x, r1.x, u0.z); v0.y = mul0
14:  acc0 = mul0@2 + u1.y
15:  mul01 = select(acc0@2, acc0@1, r0.z)
16:  mul01 = select(r0.x, mul0@1, u0.z); v0.x = mul0
