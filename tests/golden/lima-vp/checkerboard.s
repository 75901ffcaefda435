// 12 instructions, lower bound 12
// lima-vp, 12 instructions
// a0      input arg0: vec2
// v0      output ret0: vec4
// u0..u1  uniform arg1: vec4[2]
// u2 = 0.5, 2, 8, _
0:   mul0 = a0.y * u2.z; mul1 = a0.x * u2.z
1:   acc0 = floor(mul0@1); acc1 = floor(mul1@1)
2:   acc0 = acc0@1 + acc1@1; r0.x = acc0
3:   mul0 = acc0@1 * u2.x
4:   acc0 = floor(mul0@1)
5:   mul0 = acc0@1 * u2.y
6:   acc0 = r0.x - mul0@1
7:   complex = addr1(acc0@1)
8:   nop
9:   nop
10:  nop
11:  acc0 = u[addr1].z; acc1 = u[addr1].w; complex = u[addr1].y; pass = u[addr1].x
   ; v0.xyzw = pass, complex, acc0, acc1
