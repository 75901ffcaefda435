// 36 instructions, lower bound 33
// lima-vp, 36 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0 = 0, 1, 301, 3e+02
// u1 = 0, 3, 302, 303
// u2 = 0.25, _, _, _
0:   acc0 = max(a0.x, u0.x); acc1 = max(a0.y, u0.x); complex = addr0(u0.w); pass = u0.x; t[addr0].x = pass
1:   acc0 = min(acc0@1, u0.y); acc1 = min(acc1@1, u0.y); complex = addr0(u0.z); pass = u0.x; t[addr0].x = pass
2:   acc0 = max(a0.z, u1.x); acc1 = max(a0.w, u1.x); mul0 = acc0@1 * u1.y; mul1 = acc1@1 * u1.y
   ; complex = addr0(u1.z); pass = u1.x; t[addr0].x = pass; r0.zw = acc0, acc1
3:   acc0 = floor(mul0@1); acc1 = floor(mul1@1); complex = addr0(u1.w); pass = u1.x; t[addr0].x = pass
   ; r1.z = acc1
4:   acc0 = acc0@1 + u0.w; acc1 = acc1@1 + u0.w; complex = addr1(acc0@1); r0.x = acc0; r2.z = acc1
5:   acc0 = min(r0.z, u0.y); acc1 = min(r0.w, u0.y)
6:   mul0 = acc0@1 * u1.y; mul1 = acc1@1 * u1.y
7:   acc0 = floor(mul0@1); acc1 = floor(mul1@1); pass = u0.w; r2.xy = acc1, pass; r0.z = acc0
8:   acc0 = acc0@1 + pass@1; acc1 = acc1@1 + pass@1; pass = u[addr1+300].x; r1.x = acc0; r3.z = acc1
9:   acc0 = pass@1 + u2.x; complex = addr1(r1.z)
10:  complex = addr0(r0.x); pass = acc0@1; t[addr0].x = pass
11:  nop
12:  nop
13:  nop
14:  pass = u[addr1+300].x
15:  acc0 = pass@1 + u2.x; complex = addr1(r0.z)
16:  complex = addr0(r2.z); pass = acc0@1; t[addr0].x = pass
17:  nop
18:  nop
19:  nop
20:  pass = u[addr1+300].x
21:  acc0 = pass@1 + u2.x; complex = addr1(r2.x)
22:  complex = addr0(r1.x); pass = acc0@1; t[addr0].x = pass
23:  nop
24:  nop
25:  nop
26:  pass = u[addr1+300].x
27:  acc0 = pass@1 + u2.x
28:  complex = addr0(r3.z); pass = acc0@1; t[addr0].x = pass
29:  nop
30:  nop
31:  nop
32:  pass = u300.x; v0.x = pass
33:  pass = u301.x; v0.y = pass
34:  pass = u302.x; v0.z = pass
35:  pass = u303.x; v0.w = pass
