// 7 instructions, lower bound 7
// lima-vp, 7 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0 = 0.349, 0.393, 1, 0.189
// u1 = 0.131, 0.686, 0.168, 0.769
// u2 = 0.272, 0.534, _, _
0:  mul0 = a0.y * u2.y; mul1 = a0.x * u2.x; pass = a0.w; v0.w = pass
1:  acc0 = mul1@1 + mul0@1; mul0 = reg0.y@1 * u1.y; mul1 = reg0.z@1 * u1.x; r0.x = mul0
2:  acc0 = mul1@1 + acc0@1; mul0 = a0.z * u1.z; mul1 = a0.y * u1.w; r0.z = mul0
3:  acc0 = min(acc0@1, u0.z); mul0 = reg0.x@1 * u0.x; mul1 = reg0.x@1 * u0.y; v0.z = acc0
4:  acc0 = r0.x + mul0@1; acc1 = mul1@1 + mul1@2; mul0 = a0.z * u0.w
5:  acc0 = r0.z + acc0@1; acc1 = mul0@1 + acc1@1
6:  acc0 = min(acc1@1, u0.z); acc1 = min(acc0@1, u0.z); v0.xy = acc0, acc1
