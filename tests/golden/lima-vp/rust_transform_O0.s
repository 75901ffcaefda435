// 9 instructions, lower bound 8
// lima-vp, 9 instructions
// a0      input x: float
// a1      input y: float
// a2      input z: float
// v0      output clip: vec4
// u0..u3  uniform matrix: vec4[4]
0:  mul0 = a0.x * u0.x; pass = u0.y
1:  mul0 = a1.x * pass@1; mul1 = reg0.x@1 * u1.x; pass = u1.y
2:  acc0 = u2.y; acc1 = mul0@2 + mul0@1; mul0 = reg0.x@1 * pass@1; mul1 = a0.x * u2.x; pass = reg0.x@1
3:  acc0 = mul1@2 + mul0@1; mul0 = a2.x * u0.z; mul1 = pass@1 * acc0@1; pass = u0.w; r0.x = acc0
4:  acc0 = mul1@2 + mul1@1; acc1 = acc1@2 + mul0@1; mul0 = a0.x * u3.x; mul1 = pass@2 * u3.y; pass = u3.z
  ; r0.z = acc0
5:  acc0 = mul0@1 + mul1@1; acc1 = pass@2 + acc1@1; mul0 = a2.x * u1.z; mul1 = a2.x * pass@1; pass = u1.w
  ; v0.x = acc1
6:  acc0 = r0.x + mul0@1; acc1 = acc0@1 + mul1@1; mul0 = reg0.x@1 * u2.z; pass = u2.w
7:  acc0 = r0.z + mul0@1; acc1 = pass@2 + acc0@1; v0.y = acc1
8:  acc0 = pass@2 + acc0@1; acc1 = u3.w + acc1@2; v0.zw = acc0, acc1
