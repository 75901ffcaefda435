// 31 instructions, lower bound 29
// lima-vp, 31 instructions
// a0  input arg0: float
// a1  input arg1: float
// v0  output arg2: vec4
// u0 = 2, 4, 5, 1
// u1 = 3, _, _, _
0:   acc0 = a0.x + 0; pass = u0.w; r0.xz = acc0, pass
1:   acc0 = a1.x + 0; mul0 = acc0@1 * acc0@1; r0.yw = acc0, mul0
2:   mul0 = acc0@1 * acc0@1; r1.x = mul0
3:   acc0 = mul0@2 + mul0@1
4:   acc0 = u0.y < acc0@1
5:   pass = acc0@1; branch 28
6:   acc0 = r0.w - r1.x; mul0 = r0.x * u0.x; pass = u0.x; r0.z = pass
7:   acc0 = a0.x + acc0@1; mul0 = mul0@1 * r0.y; r0.x = acc0
8:   acc0 = a1.x + mul0@1; mul0 = acc0@1 * acc0@1; r0.y = acc0
9:   mul0 = acc0@1 * acc0@1; pass = mul0@1; r1.x = pass; r0.w = mul0
10:  acc0 = mul0@1 + mul0@2
11:  acc0 = u0.y < acc0@1
12:  pass = acc0@1; branch 28
13:  acc0 = r1.x - r0.w; mul0 = r0.x * u0.x; reg0 = r1
14:  acc0 = a0.x + acc0@1; mul0 = r0.y * mul0@1; r2.y = acc0
15:  acc0 = a1.x + mul0@1; mul0 = acc0@1 * acc0@1; mul1 = acc0@1 * u0.x; r1.xy = mul0, acc0
16:  mul0 = acc0@1 * acc0@1; mul1 = acc0@1 * mul1@1
17:  acc0 = mul0@2 - mul0@1; acc1 = a1.x + mul1@1; r0.w = acc1
18:  acc0 = a0.x + acc0@1; acc1 = r1.x + mul0@2; mul0 = acc1@1 * acc1@1; r1.z = acc0
19:  acc0 = u0.y < acc1@1; mul0 = acc0@1 * acc0@1; mul1 = acc0@1 * u0.x; r2.z = acc0
20:  acc0 = mul0@1 - mul0@2; acc1 = mul0@1 + mul0@2; mul0 = r0.w * mul1@1
21:  acc0 = u0.y < acc1@1; r2.x = acc0; reg0 = a1
22:  acc0 = a0.x + acc0@2; acc1 = reg0.x@1 + mul0@2; mul01 = select(acc0@1, u0.y, u0.z); r1.x = mul0
23:  mul01 = select(acc0@2, r1.z, acc0@1)
24:  mul01 = select(r2.x, r0.w, acc1@2)
25:  mul01 = select(r2.z, r2.y, mul0@2); r0.x = mul0
26:  mul01 = select(r2.z, r1.y, mul0@2); r0.y = mul0
27:  mul01 = select(r2.z, u1.x, reg0.x@1); r0.z = mul0
28:  complex = u0.w; pass = r0.x; v0.yw = pass, complex
29:  pass = r0.y; v0.z = pass
30:  pass = r0.z; v0.x = pass
