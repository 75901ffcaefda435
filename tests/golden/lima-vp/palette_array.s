// 21 instructions, lower bound 20
// lima-vp, 21 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// a2  input arg2: float
// v0  output ret0: vec4
// u0 = 1, 3, 0.25, 2
// u1 = 4, _, _, _
0:   acc0 = max(a2.x, -a2.x)
1:   acc0 = sign(reg0.x@1); reg0 = a0
2:   acc0 = floor(acc0@2); mul0 = reg0.x@1 * a1.x; mul1 = reg0.y@1 * a1.y; r0.y = mul0; r1.z = mul1
3:   acc0 = a0.x - reg0.x@1; acc1 = a0.y - reg0.y@1; mul0 = acc0@2 * acc0@1; mul1 = a0.z * reg0.z@1
   ; r0.xzw = mul0, acc0, acc1
4:   acc0 = reg0.z@1 - a1.z; acc1 = reg0.w@1 - a1.w; mul0 = mul0@1 * u0.z; mul1 = reg0.w@1 * a1.w
   ; pass = mul1@1; r1.xy = acc0, acc1; r2.zw = pass, mul1
5:   acc0 = floor(mul0@1)
6:   mul0 = acc0@1 * u1.x
7:   acc0 = r0.x - mul0@1
8:   acc0 = acc0@1 < u0.y; acc1 = acc0@1 < u0.x; r0.x = acc0; r1.w = acc1
9:   acc0 = acc0@2 < u0.w; mul01 = select(acc0@1, r0.y, r0.z); r2.xy = mul0, acc0; reg0 = a0
10:  mul01 = select(acc1@2, reg0.x@1, a1.x); pass = reg0.y@1; r3.x = mul0
11:  mul01 = select(r0.x, r1.z, r0.w); r3.y = mul0
12:  mul01 = select(reg0.w@1, pass@2, a1.y); pass = r0.x; r3.z = mul0
13:  mul01 = select(pass@1, r2.w, r1.y); pass = reg0.w@1; r2.w = mul0
14:  mul01 = select(r0.x, reg0.z@1, r1.x); r0.x = mul0
15:  mul01 = select(r1.w, a0.w, pass@2); r2.z = mul0
16:  mul01 = select(r1.w, reg0.z@1, a1.z); r0.y = mul0
17:  mul01 = select(r2.y, r3.x, r2.x); v0.x = mul0
18:  mul01 = select(r2.y, reg0.z@1, reg0.y@1); v0.y = mul0
19:  mul01 = select(r2.y, r0.y, r0.x); v0.z = mul0
20:  mul01 = select(reg0.y@1, reg0.z@1, reg0.w@1); v0.w = mul0
