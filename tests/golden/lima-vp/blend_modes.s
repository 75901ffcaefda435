// 35 instructions, lower bound 29
// lima-vp, 35 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// a2  input arg2: int
// v0  output ret0: vec4
// u0 = 0, 1, 2, 9
// u1 = 3, 4, _, _
0:   mul01 = select(a2.x, u0.x, u0.y)
1:   acc0 = a1.z; acc1 = a1.w; complex = a1.y; pass = a1.x; r0.xyzw = pass, complex, acc0, acc1
2:   pass = mul0@2; branch 33
3:   acc0 = a2.x >= u0.y; acc1 = u0.y >= a2.x
4:   mul0 = acc0@1 * acc1@1
5:   pass = mul0@1; branch 29
6:   acc0 = a2.x >= u0.z; acc1 = u0.z >= a2.x
7:   mul0 = acc0@1 * acc1@1
8:   pass = mul0@1; branch 26
9:   reg0 = a1
10:  acc0 = a0.z + reg0.z@1; acc1 = a0.y + reg0.y@1; mul0 = a0.y * reg0.y@1; mul1 = a0.w * reg0.w@1
   ; pass = a0.x; r1.xyw = mul1, acc0, acc1
11:  acc0 = min(reg0.x@1, a1.x); acc1 = min(reg0.z@1, a1.z); mul0 = mul0@1 * u0.z; mul1 = reg0.z@1 * a1.z
   ; complex = mul0@1; pass = reg0.w@1; r2.xy = mul0, acc0; r3.zw = complex, mul1
12:  acc0 = a2.x - u0.w; acc1 = pass@1 + reg0.w@1; mul0 = mul1@1 * u0.z; mul1 = pass@2 * reg0.x@1; r4.x = mul1
   ; r1.z = acc0
13:  acc0 = acc1@1 - r1.x; acc1 = reg0.x@1 - u1.y; mul01 = select(acc0@1, a0.z, acc1@2); pass = reg0.x@1
   ; r6.x = acc0; r2.z = acc1
14:  acc0 = reg0.x@1 + a1.x; acc1 = pass@1 - u1.x; mul01 = select(acc1@1, mul0@1, mul0@2); pass = acc0@2
   ; r5.x = mul0; r4.zw = acc1, acc0
15:  acc0 = min(a0.y, reg0.y@1); acc1 = min(a0.w, reg0.w@1); mul01 = select(pass@1, a0.x, r2.y)
   ; r3.xy = acc1, mul0
16:  acc0 = r1.w - r3.z; acc1 = r1.y - r3.w; mul01 = select(r1.z, reg0.y@1, acc0@1); r1.x = acc1; r3.z = acc0
17:  mul01 = select(r2.z, mul0@1, r2.x); r4.y = mul0; reg0 = a0
18:  mul01 = select(r1.z, reg0.w@1, r3.x)
19:  mul01 = select(r2.z, mul0@1, a1.w); r6.y = mul0
20:  acc0 = r4.w - r4.x; mul0 = r4.x * u0.z; r4.x = acc0
21:  mul01 = select(r2.z, r3.y, mul0@1); r1.z = mul0
22:  mul01 = select(r4.z, r4.y, reg0.z@1); r0.y = mul0; reg0 = r5
23:  mul01 = select(r4.z, reg0.x@1, r1.x); r0.z = mul0
24:  mul01 = select(reg0.z@1, r1.z, reg0.x@1); r0.x = mul0
25:  mul01 = select(r4.z, r6.y, r6.x); pass = u0.y; r0.w = mul0; branch 33
26:  reg0 = a1
27:  mul0 = a0.x * reg0.x@1; mul1 = a0.y * reg0.y@1; r0.xy = mul0, mul1
28:  mul0 = reg0.z@1 * a1.z; mul1 = reg0.w@1 * a1.w; pass = u0.y; r0.zw = mul0, mul1; branch 33
29:  reg0 = a1
30:  acc0 = a0.x + reg0.x@1; acc1 = a0.y + reg0.y@1; r0.xy = acc0, acc1
31:  acc0 = reg0.z@1 + a1.z; acc1 = reg0.w@1 + a1.w; r0.zw = acc0, acc1
32:  nop
33:  complex = r0.y; pass = r0.x; v0.xy = pass, complex
34:  complex = r0.w; pass = r0.z; v0.zw = pass, complex
