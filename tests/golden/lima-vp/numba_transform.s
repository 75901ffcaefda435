// 10 instructions, lower bound 9
// lima-vp, 10 instructions
// a0      input arg0: float
// a1      input arg1: float
// a2      input arg2: float
// a3      input arg3: float
// v0      output arg5: vec4
// u0..u3  uniform arg4: vec4[4]
0:  mul0 = a0.x * u0.x; pass = u0.y
1:  mul0 = a1.x * pass@1; mul1 = reg0.x@1 * u1.x; pass = u1.y
2:  acc0 = mul0@2 + mul0@1; mul0 = reg0.x@1 * pass@1; mul1 = a0.x * u2.x; pass = u2.y; r0.x = acc0
3:  acc0 = mul1@2 + mul0@1; acc1 = u3.z; mul0 = a1.x * pass@1; mul1 = reg0.x@1 * u3.x; pass = u3.y
  ; r0.z = acc0
4:  acc0 = mul1@2 + mul0@1; mul0 = reg0.x@1 * pass@1; mul1 = a2.x * u0.z; pass = u0.w; r1.x = acc0
5:  acc0 = mul1@2 + mul0@1; acc1 = r0.x + mul1@1; mul0 = reg0.x@1 * u1.z; mul1 = reg0.x@1 * acc1@2
  ; pass = u1.w; reg0 = a3
6:  acc0 = r0.z + mul0@1; acc1 = acc0@1 + mul1@1; mul0 = a2.x * u2.z; mul1 = reg0.x@1 * pass@2; pass = u2.w
  ; r0.x = acc1
7:  acc0 = r1.x + mul0@1; acc1 = acc1@2 + mul1@1; mul0 = a3.x * pass@2; mul1 = a3.x * pass@1; v0.x = acc1
8:  acc0 = acc0@2 + mul0@1; acc1 = acc0@1 + mul1@1; mul0 = reg0.x@1 * u3.w; v0.yz = acc0, acc1
9:  acc0 = r0.x + mul0@1; v0.w = acc0
