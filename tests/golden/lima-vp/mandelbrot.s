// 44 instructions, lower bound 42
// lima-vp, 44 instructions
// a0  input arg0: vec2
// v0  output ret0: vec4
// u0 = 0.25, 2, 0.375, 0.5
// u1 = 0.875, 1, 2, 4
// u2 = 0.125, 0.625, 0.75, _
0:   acc0 = a0.y + 0; acc1 = a0.x + 0; pass = u2.x; r0.xyw = pass, acc0, acc1
1:   mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1; r1.x = mul1; r0.z = mul0
2:   acc0 = mul0@1 + mul1@1
3:   acc0 = u1.w < acc0@1
4:   pass = acc0@1; branch 41
5:   acc0 = r1.x - r0.z; mul0 = r0.w * u0.y; pass = u0.x; r0.x = pass; reg0 = r1
6:   acc0 = a0.x + acc0@1; mul0 = r0.y * mul0@1; r0.w = acc0
7:   acc0 = a0.y + mul0@1; mul0 = acc0@1 * acc0@1; r0.y = acc0
8:   mul0 = acc0@1 * acc0@1; pass = mul0@1; r1.x = pass; r0.z = mul0
9:   acc0 = mul0@1 + mul0@2
10:  acc0 = u1.w < acc0@1
11:  pass = acc0@1; branch 41
12:  acc0 = r1.x - r0.z; mul0 = r0.w * u0.y; pass = u0.z; r0.x = pass; reg0 = r1
13:  acc0 = a0.x + acc0@1; mul0 = r0.y * mul0@1; r0.w = acc0
14:  acc0 = a0.y + mul0@1; mul0 = acc0@1 * acc0@1; r0.y = acc0
15:  mul0 = acc0@1 * acc0@1; pass = mul0@1; r1.x = pass; r0.z = mul0
16:  acc0 = mul0@1 + mul0@2
17:  acc0 = u1.w < acc0@1
18:  pass = acc0@1; branch 41
19:  acc0 = r1.x - r0.z; mul0 = r0.w * u0.y; pass = u0.w; r0.x = pass; reg0 = r1
20:  acc0 = a0.x + acc0@1; mul0 = r0.y * mul0@1; r0.w = acc0
21:  acc0 = a0.y + mul0@1; mul0 = acc0@1 * acc0@1; r0.y = acc0
22:  mul0 = acc0@1 * acc0@1; pass = mul0@1; r1.x = pass; r0.z = mul0
23:  acc0 = mul0@1 + mul0@2
24:  acc0 = u1.w < acc0@1
25:  pass = acc0@1; branch 41
26:  acc0 = r1.x - r0.z; mul0 = r0.w * u0.y; reg0 = r1
27:  acc0 = a0.x + acc0@1; mul0 = r0.y * mul0@1
28:  acc0 = a0.y + mul0@1; mul0 = acc0@1 * acc0@1; mul1 = acc0@1 * u0.y; r0.z = mul0
29:  mul0 = acc0@1 * acc0@1; mul1 = acc0@1 * mul1@1
30:  acc0 = mul0@2 - mul0@1; acc1 = a0.y + mul1@1; r0.y = acc1
31:  acc0 = reg0.x@1 + acc0@1; acc1 = mul0@2 + r0.z; mul0 = acc1@1 * acc1@1
32:  acc0 = u1.w < acc1@1; mul0 = acc0@1 * acc0@1; mul1 = acc0@1 * u1.z; r0.z = acc0
33:  acc0 = mul0@1 - mul0@2; acc1 = mul0@2 + mul0@1; mul0 = r0.y * mul1@1
34:  acc0 = a0.y + mul0@1; acc1 = a0.x + acc0@1
35:  acc0 = u1.w < acc1@2; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1; r0.y = acc0
36:  acc0 = mul0@1 + mul1@1
37:  acc0 = u1.w < acc0@1
38:  mul01 = select(acc0@1, u1.x, u1.y)
39:  mul01 = select(r0.y, u2.z, mul0@1)
40:  mul01 = select(r0.z, u2.y, mul0@1); r0.x = mul0
41:  pass = u1.y; v0.w = pass
42:  nop
43:  acc0 = u1.y - r0.x; mul0 = r0.x * r0.x; pass = r0.x; v0.xyz = pass, mul0, acc0
