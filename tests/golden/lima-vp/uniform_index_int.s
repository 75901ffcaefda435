// 10 instructions, lower bound 10
// lima-vp, 10 instructions
// a0       input arg0: vec4
// a1       input arg1: int
// v0       output ret0: vec4
// u0..u15  uniform arg2: vec4[16]
// u16 = 0.0625, 16, _, _
0:  mul0 = a1.x * u16.x
1:  acc0 = floor(mul0@1)
2:  mul0 = acc0@1 * u16.y
3:  acc0 = a1.x - mul0@1
4:  complex = addr1(acc0@1)
5:  nop
6:  nop
7:  nop
8:  acc0 = a0.x + u[addr1].x; acc1 = a0.y + u[addr1].y; v0.xy = acc0, acc1
9:  acc0 = reg0.z@1 + u[addr1].z; acc1 = reg0.w@1 + u[addr1].w; v0.zw = acc0, acc1
