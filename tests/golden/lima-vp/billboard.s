// 12 instructions, lower bound 12
// lima-vp, 12 instructions
// a0      input arg0: vec2
// a1      input arg1: vec4
// a2      input arg2: float
// v0      output arg5: vec4
// v1      output arg6: vec4
// u0      uniform arg3: float
// u1..u2  uniform arg4: vec4[2]
// u3 = 0.5, 1, 2, 0.25
0:   acc0 = u0.x - a2.x
1:   acc0 = floor(acc0@1); complex = u3.y; pass = u3.y; v1.zw = pass, complex
2:   acc0 = acc0@2 - acc0@1
3:   acc0 = u3.y - acc0@1; mul0 = acc0@1 * u3.x; mul1 = acc0@1 * u3.z; v1.xy = acc0, acc0
4:   acc0 = mul0@1 + u3.w; mul0 = acc0@2 * mul1@1; r0.z = mul0
5:   mul0 = a0.x * acc0@1; mul1 = a0.y * acc0@1; r0.xy = mul0, mul1
6:   mul0 = u1.y * mul0@1; mul1 = u1.x * mul0@1; pass = u1.z
7:   acc0 = a1.y + mul0@1; acc1 = a1.x + mul1@1; mul0 = u2.y * mul1@2; mul1 = pass@1 * mul0@2; pass = u2.x
8:   acc0 = mul0@1 + acc0@1; acc1 = reg0.z@1 + mul1@1; mul0 = u1.w * r0.x; mul1 = pass@1 * r0.y
9:   acc0 = a1.w + mul0@1; acc1 = mul1@1 + acc1@2; mul0 = u2.z * r0.y; mul1 = u2.w * r0.y; v0.x = acc1
10:  acc0 = acc0@2 - r0.z; acc1 = mul0@1 + acc1@2; v0.yz = acc0, acc1
11:  acc0 = mul1@2 + acc0@2; v0.w = acc0
