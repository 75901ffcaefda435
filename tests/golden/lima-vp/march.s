// 63 instructions, lower bound 61
// lima-vp, 63 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0  uniform arg1: vec4
// u1 = 0.125, 0.25, 1, 0.01
// u2 = 0.25, 0.375, 3, 2
// u3 = 0.625, 0.75, 5, 6
// u4 = 0, 0.5, 4, _
0:   acc0 = u4.x; acc1 = u4.x; mul0 = a0.x * u4.x; mul1 = a0.y * u4.x; complex = u4.x; pass = u4.x
   ; r0.xyz = acc0, complex, acc1
1:   acc0 = mul1@1 - u0.y; acc1 = mul0@1 - u0.x; mul0 = reg0.z@1 * pass@1
2:   acc0 = mul0@1 - u0.z; mul0 = acc1@1 * acc1@1; mul1 = acc0@1 * acc0@1
3:   acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * acc0@1
4:   acc0 = mul0@1 + acc0@1
5:   acc0 = acc0@1 - u0.w; r0.w = acc0
6:   acc0 = acc0@1 < u1.w
7:   pass = acc0@1; branch 60
8:   mul0 = r0.w * u1.y; complex = u1.z; pass = u1.x; r0.xyz = mul0, pass, complex
9:   mul0 = a0.x * mul0@1; mul1 = a0.y * mul0@1
10:  acc0 = mul0@1 - u0.x; acc1 = mul1@1 - u0.y; mul0 = reg0.z@1 * mul0@2
11:  acc0 = mul0@1 - u0.z; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
12:  acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * acc0@1
13:  acc0 = mul0@1 + acc0@1
14:  acc0 = acc0@1 - u0.w; r0.w = acc0
15:  acc0 = acc0@1 < u1.w
16:  pass = acc0@1; branch 60
17:  mul0 = r0.w * u2.x; complex = u2.w; pass = u2.x; r0.yz = pass, complex
18:  acc0 = r0.x + mul0@1; r0.x = acc0
19:  mul0 = a0.x * acc0@1; mul1 = a0.y * acc0@1
20:  acc0 = mul0@1 - u0.x; acc1 = mul1@1 - u0.y; mul0 = reg0.z@1 * acc0@2
21:  acc0 = mul0@1 - u0.z; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
22:  acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * acc0@1
23:  acc0 = mul0@1 + acc0@1
24:  acc0 = acc0@1 - u0.w; r0.w = acc0
25:  acc0 = acc0@1 < u1.w
26:  pass = acc0@1; branch 60
27:  mul0 = r0.w * u2.x; complex = u2.z; pass = u2.y; r0.yz = pass, complex
28:  acc0 = r0.x + mul0@1; r0.x = acc0
29:  mul0 = a0.x * acc0@1; mul1 = a0.y * acc0@1
30:  acc0 = mul0@1 - u0.x; acc1 = mul1@1 - u0.y; mul0 = reg0.z@1 * acc0@2
31:  acc0 = mul0@1 - u0.z; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
32:  acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * acc0@1
33:  acc0 = mul0@1 + acc0@1
34:  acc0 = acc0@1 - u0.w; r0.w = acc0
35:  acc0 = acc0@1 < u1.w
36:  pass = acc0@1; branch 60
37:  mul0 = r0.w * u1.y
38:  acc0 = r0.x + mul0@1; r0.w = acc0
39:  mul0 = a0.x * acc0@1; mul1 = a0.y * acc0@1
40:  acc0 = mul0@1 - u0.x; acc1 = mul1@1 - u0.y; mul0 = reg0.z@1 * acc0@2
41:  acc0 = mul0@1 - u0.z; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
42:  acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * acc0@1
43:  acc0 = mul0@1 + acc0@1
44:  acc0 = acc0@1 - u0.w
45:  acc0 = acc0@1 < u1.w; mul0 = acc0@1 * u1.y; r2.y = acc0
46:  acc0 = r0.w + mul0@1; r1.x = acc0
47:  mul0 = a0.x * acc0@1; mul1 = a0.y * acc0@1
48:  acc0 = mul0@1 - u0.x; acc1 = mul1@1 - u0.y; mul0 = reg0.z@1 * acc0@2
49:  acc0 = mul0@1 - u0.z; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
50:  acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * acc0@1
51:  acc0 = mul0@1 + acc0@1
52:  acc0 = acc0@1 - u0.w
53:  acc0 = acc0@1 < u1.w; mul0 = acc0@1 * u1.y; r1.z = acc0
54:  acc0 = r1.x + mul0@1; mul01 = select(acc0@1, u3.x, u3.y); r2.x = mul0
55:  mul01 = select(acc0@2, r1.x, acc0@1); r1.x = mul0
56:  mul01 = select(r1.z, u3.z, u3.w); r1.z = mul0
57:  mul01 = select(r2.y, u4.y, r2.x); r0.y = mul0
58:  mul01 = select(r2.y, reg0.w@1, r1.x); r0.x = mul0
59:  mul01 = select(reg0.y@1, u4.z, r1.z); r0.z = mul0
60:  complex = u1.z; pass = r0.y; v0.zw = pass, complex
61:  pass = r0.x; v0.x = pass
62:  pass = r0.z; v0.y = pass
