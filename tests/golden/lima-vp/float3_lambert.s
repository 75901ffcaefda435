// 7 instructions, lower bound 7
// lima-vp, 7 instructions
// a0      input arg0: vec3
// a1      input arg1: vec3
// v0      output ret0: vec3
// u0..u1  uniform arg2: vec3[2]
// u2 = 0, _, _, _
0:  mul0 = a0.x * u0.x; mul1 = a0.y * u0.y
1:  acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * u0.z
2:  acc0 = mul0@1 + acc0@1
3:  acc0 = max(acc0@1, u2.x)
4:  mul0 = a1.x * acc0@1; mul1 = a1.y * acc0@1
5:  acc0 = u1.x + mul0@1; acc1 = u1.y + mul1@1; mul0 = reg0.z@1 * acc0@2; v0.xy = acc0, acc1
6:  acc0 = u1.z + mul0@1; v0.z = acc0
