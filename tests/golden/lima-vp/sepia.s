// 8 instructions, lower bound 7
// lima-vp, 8 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0 = 0.168, 0.189, 0.272, 0.534
// u1 = 0.349, 0.686, 0.393, 0.769
// u2 = 0.131, 1, _, _
0:  mul0 = a0.x * u1.z; mul1 = a0.y * u1.w; pass = a0.w; v0.w = pass
1:  acc0 = mul0@1 + mul1@1; mul0 = reg0.y@1 * u1.y; mul1 = reg0.x@1 * u1.x; r0.x = acc0
2:  acc0 = mul0@1 + mul1@1; mul0 = a0.x * u0.z; mul1 = a0.y * u0.w
3:  acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * u0.y; mul1 = reg0.z@1 * u0.x
4:  acc0 = mul0@1 + r0.x; acc1 = mul1@1 + acc0@2; mul0 = a0.z * u2.x
5:  acc0 = mul0@1 + acc0@2
6:  acc0 = min(acc0@2, u2.y); acc1 = min(acc1@2, u2.y); pass = u2.y; v0.xy = acc0, acc1
7:  acc0 = min(acc0@2, pass@1); v0.z = acc0
