// 12 instructions, lower bound 11
// lima-vp, 12 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0  uniform arg1: vec3
// u1 = 0.2126, 0.7152, 0.0722, 0.5
// u2 = -0.5, _, _, _
0:   acc0 = a0.x + u2.x; acc1 = a0.y + u2.x; complex = a0.w; pass = u2.x; v0.w = complex
1:   acc0 = reg0.z@1 + pass@1; mul0 = acc0@1 * u0.y; mul1 = acc1@1 * u0.y; pass = u0.y
2:   acc0 = mul0@1 + u1.w; acc1 = mul1@1 + u1.w; mul0 = acc0@1 * pass@1; pass = u1.w
3:   acc0 = u0.x + acc0@1; acc1 = u0.x + acc1@1; pass = u0.x; r0.xy = acc0, acc1
4:   acc0 = mul0@2 + pass@2; mul0 = acc0@1 * u1.x; mul1 = acc1@1 * u1.y
5:   acc0 = pass@2 + acc0@1; acc1 = mul0@1 + mul1@1; r0.z = acc0
6:   mul0 = acc0@1 * u1.z
7:   acc0 = mul0@1 + acc1@2; r1.x = acc0
8:   acc0 = r0.x - acc0@1; acc1 = r0.y - acc0@1
9:   acc0 = r0.z - acc0@2; mul0 = u0.z * acc0@1; mul1 = u0.z * acc1@1; pass = u0.z
10:  acc0 = r1.x + mul0@1; acc1 = r1.x + mul1@1; mul0 = pass@1 * acc0@1; v0.xy = acc0, acc1
11:  acc0 = r1.x + mul0@1; v0.z = acc0
