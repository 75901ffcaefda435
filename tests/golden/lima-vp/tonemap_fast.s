// 27 instructions, lower bound 25
// lima-vp, 27 instructions
// a0  input arg0: vec4
// a1  input arg1: vec2
// v0  output ret0: vec4
// u0  uniform arg2: float
// u1 = 0.03, 2.51, 0.14, 0.59
// u2 = 0, 0.5, 1, 2.43
0:   acc0 = a1.x < u2.y
1:   mul0 = a0.x * u0.x; mul1 = a0.y * u0.x; pass = u0.x; r0.xy = mul0, mul1
2:   mul0 = reg0.z@1 * pass@1; pass = acc0@2; r0.z = mul0; branch 17
3:   pass = a0.w; v0.w = pass
4:   acc0 = max(r0.x, u2.x); acc1 = max(r0.y, u2.x); pass = u2.x; r0.xy = acc0, acc1
5:   acc0 = max(r0.z, pass@1); mul0 = acc0@1 * u2.w; mul1 = acc1@1 * u2.w; pass = u2.w; r0.z = acc0
6:   acc0 = mul0@1 + u1.w; acc1 = mul1@1 + u1.w; mul0 = acc0@1 * pass@1; mul1 = acc0@2 * u1.y; pass = u1.w
7:   acc0 = mul0@1 + pass@1; acc1 = mul1@1 + u1.x; mul0 = r0.x * acc0@1; mul1 = r0.y * acc1@1; r1.y = acc1
8:   acc0 = mul0@1 + u1.z; acc1 = mul1@1 + u1.z; mul0 = r0.z * acc0@1; mul1 = r0.y * u1.y; pass = u1.z
   ; r1.x = acc1
9:   acc0 = mul0@1 + pass@1; acc1 = mul1@1 + u1.x; mul0 = complex2(acc0@1, acc0@1); mul1 = r0.z * u1.y
   ; complex = rcp_part(acc0@1); pass = u1.x; r1.zw = acc0, acc1
10:  acc0 = mul1@1 + pass@1; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); r0.w = acc0
11:  mul0 = complex2(r1.x, r1.x); mul1 = r0.x * r1.y; complex = rcp_part(r1.x); r0.x = mul1
12:  mul01 = complex1(complex@1, mul0@1, complex@1, r1.x); pass = mul0@2; r1.x = pass
13:  mul0 = complex2(r1.z, r1.z); mul1 = r0.y * r1.w; complex = rcp_part(r1.z); r2.x = mul1
14:  mul01 = complex1(complex@1, mul0@1, complex@1, r1.z); pass = mul0@2
15:  mul0 = r0.z * r0.w; mul1 = r0.x * r1.x; v0.x = mul1
16:  mul0 = r2.x * pass@2; mul1 = mul0@1 * mul0@2; pass = u2.z; v0.yz = mul0, mul1; branch 26
17:  acc0 = max(r0.z, u2.x); pass = a0.w; v0.w = pass
18:  acc0 = max(r0.y, acc0@1)
19:  acc0 = max(r0.x, acc0@1)
20:  acc0 = acc0@1 + u2.z
21:  mul0 = complex2(acc0@1, acc0@1); complex = rcp_part(acc0@1)
22:  mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
23:  nop
24:  mul0 = r0.x * mul0@2; mul1 = r0.y * mul0@2; pass = mul0@2; v0.xy = mul0, mul1
25:  mul0 = r0.z * pass@1; v0.z = mul0
26:  nop
