// 10 instructions, lower bound 10
// lima-vp, 10 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0  uniform arg1: vec4
// u1 = 0.0722, 0.2126, 0.5, -0.5
// u2 = 0.7152, _, _, _
0:  acc0 = a0.z + u1.w; acc1 = a0.x + u1.w; mul0 = a0.w; complex = u1.w; pass = u1.z; v0.w = mul0
1:  acc0 = u0.x + pass@1; acc1 = complex@1 + reg0.y@1; mul0 = acc0@1 * u0.y; mul1 = acc1@1 * u0.y; pass = u0.y
2:  acc0 = acc0@1 + mul0@1; acc1 = acc0@1 + mul1@1; mul0 = acc1@1 * pass@1; r0.xy = acc1, acc0
3:  acc0 = acc0@2 + mul0@1; mul0 = acc0@1 * u1.x; mul1 = acc1@1 * u1.y; r0.z = acc0
4:  acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * u2.x
5:  acc0 = acc0@1 + mul0@1; r1.x = acc0
6:  acc0 = r0.x - acc0@1; acc1 = r0.z - acc0@1
7:  acc0 = r0.y - acc0@2; mul0 = u0.z * acc0@1; mul1 = u0.z * acc1@1; pass = u0.z
8:  acc0 = r1.x + mul0@1; acc1 = r1.x + mul1@1; mul0 = pass@1 * acc0@1; v0.xy = acc0, acc1
9:  acc0 = r1.x + mul0@1; v0.z = acc0
