// 10 instructions, lower bound 9
// lima-vp, 10 instructions
// a0      input arg0: float
// a1      input arg1: float
// a2      input arg2: float
// a3      input arg3: float
// v0      output arg5: vec4
// u0..u3  uniform arg4: vec4[4]
0:  mul0 = a3.x * u3.w; complex = u3.y; pass = u3.x; r1.x = mul0
1:  mul0 = a1.x * u0.y; mul1 = complex@1 * a1.x
2:  mul0 = a0.x * u0.x; mul1 = a0.x * pass@2
3:  acc0 = mul0@1 + mul0@2; acc1 = mul1@1 + mul1@2; mul0 = reg0.x@1 * u1.x; mul1 = a1.x * u1.y
  ; r0.xz = acc0, acc1
4:  acc0 = mul0@1 + mul1@1; mul0 = a0.x * u2.x; mul1 = reg0.x@1 * u2.y; pass = u2.z; r1.y = acc0
5:  acc0 = mul0@1 + mul1@1; mul0 = a2.x * u0.z; mul1 = a2.x * pass@1; pass = u0.w
6:  acc0 = r0.x + mul0@1; acc1 = acc0@1 + mul1@1; mul0 = reg0.x@1 * u3.z; mul1 = a3.x * pass@1; r1.z = acc1
7:  acc0 = r0.z + mul0@1; acc1 = acc0@1 + mul1@1; mul0 = reg0.x@1 * u1.w; mul1 = a2.x * u1.z; v0.x = acc1
8:  acc0 = acc0@1 + r1.x; acc1 = r1.y + mul1@1; mul0 = a3.x * u2.w; v0.w = acc0
9:  acc0 = r1.z + mul0@1; acc1 = acc1@1 + mul0@2; v0.yz = acc1, acc0
