// 9 instructions, lower bound 8
// lima-vp, 9 instructions
// a0      input x: float
// a1      input y: float
// a2      input z: float
// v0      output clip: vec4
// u0..u3  uniform matrix: vec4[4]
0:  mul0 = a1.x * u0.y; pass = u0.x; r0.x = mul0
1:  mul0 = reg0.x@1 * u1.y; mul1 = a0.x * u1.x; pass = a0.x; r0.z = pass
2:  acc0 = mul1@1 + mul0@1; mul0 = a1.x * u2.y; mul1 = reg0.x@1 * pass@2; pass = u2.x; r1.x = acc0
3:  acc0 = mul1@1 + r0.x; mul0 = a2.x * u0.z; mul1 = pass@1 * pass@2; pass = u0.w
4:  acc0 = mul0@1 + acc0@1; acc1 = mul1@1 + mul0@2; mul0 = a1.x * u3.y; mul1 = r0.z * u3.x; pass = u3.z
5:  acc0 = mul1@1 + mul0@1; acc1 = pass@2 + acc0@1; mul0 = a2.x * u2.z; mul1 = a2.x * pass@1; v0.x = acc1
6:  acc0 = mul1@1 + acc0@1; acc1 = mul0@1 + acc1@2; mul0 = reg0.x@1 * u1.z; pass = u1.w
7:  acc0 = mul0@1 + r1.x; acc1 = u3.w + acc0@1; v0.w = acc1
8:  acc0 = u2.w + acc1@2; acc1 = pass@2 + acc0@1; v0.yz = acc1, acc0
