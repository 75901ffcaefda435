// 12 instructions, lower bound 11
// lima-vp, 12 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// v0  output ret0: vec4
// u0 = 1, 2, _, _
0:   pass = u0.x; v0.w = pass; reg0 = a1
1:   mul0 = a0.y * reg0.x@1; mul1 = a0.x * reg0.y@1
2:   acc0 = mul0@1 - mul1@1; mul0 = reg0.x@1 * a1.z; mul1 = reg0.z@1 * a1.x; r0.x = acc0
3:   acc0 = mul0@1 - mul1@1; mul0 = a0.z * reg0.y@1; mul1 = a0.y * reg0.z@1
4:   acc0 = mul0@1 - mul1@1; mul0 = reg0.z@1 * a1.w; mul1 = reg0.y@1 * a1.w
5:   acc0 = mul0@1 + r0.x; acc1 = mul1@1 + acc0@2; mul0 = a0.x * reg0.w@1; r0.x = acc1
6:   acc0 = mul0@1 + acc0@2; mul0 = a1.y * acc0@1; mul1 = a1.z * acc1@1
7:   acc0 = mul0@1 - mul1@1; mul0 = reg0.z@1 * acc0@1; mul1 = reg0.x@1 * acc0@2
8:   acc0 = mul0@1 - mul1@1; mul0 = a1.x * r0.x; mul1 = a1.y * acc0@2
9:   acc0 = mul0@1 - mul1@1; mul0 = acc0@2 * u0.y; mul1 = acc0@1 * u0.y
10:  acc0 = a0.x + mul0@1; acc1 = a0.y + mul1@1; mul0 = acc0@1 * u0.y; v0.xy = acc0, acc1
11:  acc0 = reg0.z@1 + mul0@1; v0.z = acc0
