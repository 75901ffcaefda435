// 9 instructions, lower bound 8
// lima-vp, 9 instructions
// a0      input x: float
// a1      input y: float
// a2      input z: float
// v0      output clip: vec4
// u0..u3  uniform matrix: vec4[4]
0:  mul0 = a0.x * u1.x; pass = u1.y
1:  acc0 = u0.x; mul0 = a1.x * u0.y; mul1 = a1.x * pass@1; pass = reg0.x@1
2:  acc0 = mul0@2 + mul1@1; acc1 = u1.w; mul0 = a2.x * u1.z; mul1 = pass@1 * acc0@1; pass = reg0.x@1
3:  acc0 = mul1@1 + mul0@2; acc1 = acc0@1 + mul0@1; mul0 = a0.x * u3.x; mul1 = pass@1 * u3.y; pass = u3.z
  ; r0.x = acc0
4:  acc0 = mul0@1 + mul1@1; acc1 = acc1@2 + acc1@1; mul0 = a1.x * u2.y; mul1 = reg0.x@1 * u2.x; v0.y = acc1
5:  acc0 = mul1@1 + mul0@1; mul0 = a2.x * u2.z; mul1 = a2.x * pass@2
6:  acc0 = acc0@1 + mul0@1; acc1 = acc0@2 + mul1@1; mul0 = reg0.x@1 * u0.z; pass = u0.w
7:  acc0 = r0.x + mul0@1; acc1 = u2.w + acc0@1; v0.z = acc1
8:  acc0 = u3.w + acc1@2; acc1 = pass@2 + acc0@1; v0.xw = acc1, acc0
