// 16 instructions, lower bound 12
// lima-vp, 16 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0  uniform arg1: vec4
// u1 = 0.25, 1, 5, 0
// u2 = 0.01, 0.125, _, _
0:   acc0 = u1.w; complex = u1.w; pass = u1.w; r0.xyz = pass, complex, acc0
1:   nop
2:   nop
3:   mul0 = a0.x * r0.x; mul1 = a0.y * r0.x
4:   acc0 = mul0@1 - u0.x; acc1 = mul1@1 - u0.y; mul0 = reg0.z@1 * r0.x
5:   acc0 = mul0@1 - u0.z; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
6:   acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * acc0@1
7:   acc0 = mul0@1 + acc0@1
8:   acc0 = acc0@1 - u0.w; r0.w = acc0
9:   acc0 = acc0@1 < u2.x
10:  pass = acc0@1; branch 13
11:  acc0 = r0.z - u1.z; acc1 = r0.y + u1.y; mul0 = r0.w * u1.x; pass = u1.y; r0.y = acc1
12:  acc0 = r0.x + mul0@1; acc1 = r0.z + pass@1; pass = acc0@1; r0.xz = acc0, acc1; branch 3
13:  pass = u1.y; v0.w = pass
14:  mul0 = r0.y * u2.y; pass = r0.y; v0.yz = pass, mul0
15:  pass = r0.x; v0.x = pass
