// 22 instructions, lower bound 21
// lima-vp, 22 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// a2  input arg2: float
// v0  output ret0: vec4
// u0 = 1, 3, 0.25, 2
// u1 = 4, _, _, _
0:   acc0 = max(a2.x, -a2.x)
1:   acc0 = sign(reg0.x@1); reg0 = a1
2:   acc0 = floor(acc0@2); mul0 = a0.x * reg0.x@1; mul1 = a0.y * reg0.y@1; r0.zw = mul0, mul1
3:   acc0 = reg0.x@1 - a1.x; acc1 = reg0.y@1 - a1.y; mul0 = acc0@2 * acc0@1; mul1 = reg0.z@1 * a1.z
   ; r0.xy = mul0, acc0; r1.zw = acc1, mul1
4:   acc0 = a0.z - reg0.z@1; acc1 = a0.w - reg0.w@1; mul0 = mul0@1 * u0.z; mul1 = a0.w * reg0.w@1
   ; r2.xyz = acc0, mul1, acc1
5:   acc0 = floor(mul0@1)
6:   mul0 = acc0@1 * u1.x
7:   acc0 = r0.x - mul0@1; r0.x = acc0
8:   acc0 = acc0@1 < u0.x; acc1 = acc0@1 < u0.y
9:   acc0 = u0.x - acc0@1; acc1 = u0.x - acc1@1; r1.xy = acc0, acc1; reg0 = a1
10:  acc0 = r0.x < u0.w; mul01 = select(acc0@1, reg0.x@1, a0.x); r3.x = mul0
11:  acc0 = u0.x - acc0@1; mul01 = select(acc1@2, r0.y, r0.z); r3.yz = acc0, mul0; reg0 = a1
12:  mul01 = select(r1.x, reg0.y@1, a0.y); pass = reg0.z@1; r0.x = mul0
13:  mul01 = select(r1.y, r1.z, r0.w); r0.y = mul0
14:  mul01 = select(reg0.x@1, pass@2, a0.z); r3.w = mul0
15:  mul01 = select(r1.y, r2.x, r1.w); r0.z = mul0
16:  mul01 = select(r1.y, reg0.z@1, reg0.y@1); r1.y = mul0; reg0 = a1
17:  mul01 = select(r1.x, reg0.w@1, a0.w); r1.x = mul0
18:  mul01 = select(r3.y, r3.z, r3.x); v0.x = mul0
19:  mul01 = select(r3.y, r0.y, r0.x); v0.y = mul0
20:  mul01 = select(reg0.y@1, r0.z, reg0.w@1); v0.z = mul0
21:  mul01 = select(r3.y, r1.y, r1.x); v0.w = mul0
