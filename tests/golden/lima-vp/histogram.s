// 39 instructions, lower bound 36
// lima-vp, 39 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0 = 0, 1, 301, 3e+02
// u1 = 0, 3, 302, 303
// u2 = 3, 3e+02, 0.25, _
0:   acc0 = max(a0.x, u0.x); acc1 = max(a0.y, u0.x); complex = addr0(u0.w); pass = u0.x; t[addr0].x = pass
1:   acc0 = min(acc0@1, u0.y); acc1 = min(acc1@1, u0.y); complex = addr0(u0.z); pass = u0.x; t[addr0].x = pass
2:   acc0 = max(a0.z, u1.x); acc1 = max(a0.w, u1.x); mul0 = acc0@1 * u1.y; mul1 = acc1@1 * u1.y
   ; complex = addr0(u1.z); pass = u1.x; t[addr0].x = pass; r0.zw = mul1, acc0
3:   acc0 = floor(mul0@1); acc1 = floor(mul1@1); pass = acc1@1; r0.x = acc0; r1.zw = acc1, pass
4:   acc0 = mul0@2 < u1.x; acc1 = acc0@1 < mul0@2; complex = addr0(u1.w); pass = u1.x; t[addr0].x = pass
5:   acc0 = r0.z < u0.x; acc1 = acc1@2 < r0.z; mul0 = acc0@1 * acc1@1
6:   acc0 = r0.x + mul0@1; mul0 = acc0@1 * acc1@1
7:   acc0 = r1.z + mul0@1; acc1 = acc0@1 + u0.w; complex = addr1(acc0@1); r0.xy = acc1, acc0
8:   acc0 = min(r0.w, u0.y); acc1 = min(r1.w, u0.y)
9:   acc0 = acc0@2 + u2.y; mul0 = acc0@1 * u2.x; mul1 = acc1@1 * u2.x; r1.xz = acc0, mul1
10:  acc0 = floor(mul0@1); acc1 = floor(mul1@1); pass = u0.x; r1.y = acc1; r0.zw = acc0, pass
11:  acc0 = mul0@2 < pass@1; acc1 = acc0@1 < mul0@2; pass = u[addr1+300].x
12:  acc0 = pass@1 + u2.z; mul0 = acc0@1 * acc1@1; complex = addr1(r0.y)
13:  acc0 = r0.z + mul0@1; complex = addr0(r0.x); pass = acc0@1; t[addr0].x = pass; r2.z = acc0
14:  acc0 = r1.z < r0.w; acc1 = r1.y < r1.z
15:  acc0 = acc0@2 + u0.w; mul0 = acc0@1 * acc1@1; r0.x = acc0
16:  acc0 = r1.y + mul0@1; pass = u0.w; r1.z = acc0
17:  acc0 = acc0@1 + pass@1; pass = u[addr1+300].x; r2.x = acc0
18:  acc0 = pass@1 + u2.z; complex = addr1(r2.z)
19:  complex = addr0(r1.x); pass = acc0@1; t[addr0].x = pass
20:  nop
21:  nop
22:  nop
23:  pass = u[addr1+300].x
24:  acc0 = pass@1 + u2.z; complex = addr1(r1.z)
25:  complex = addr0(r0.x); pass = acc0@1; t[addr0].x = pass
26:  nop
27:  nop
28:  nop
29:  pass = u[addr1+300].x
30:  acc0 = pass@1 + u2.z
31:  complex = addr0(r2.x); pass = acc0@1; t[addr0].x = pass
32:  nop
33:  nop
34:  nop
35:  pass = u300.x; v0.x = pass
36:  pass = u301.x; v0.y = pass
37:  pass = u302.x; v0.z = pass
38:  pass = u303.x; v0.w = pass
