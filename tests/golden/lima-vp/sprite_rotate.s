// 21 instructions, lower bound 19
// lima-vp, 21 instructions
// a0      input arg0: vec2
// a1      input arg1: vec2
// v0      output ret0: vec4
// v1      output ret1: vec4
// u0..u1  uniform arg2: vec4[2]
// u2 = 0, 0.5, 1, 0.15915494
// u3 = 0.0019353072, 6.28125, 0.008306272, -0.16664822
// u4 = 0.9999966, -0.00018362227, 3.1415927, -3.1415927
// u5 = 1.5707964, _, _, _
0:   acc0 = a1.x; acc1 = a1.y; complex = u2.z; pass = u2.w; v1.xy = acc0, acc1; v0.w = complex
1:   mul0 = u1.x * pass@1; pass = u1.y; v0.z = pass
2:   acc0 = mul0@1 + u2.y; complex = u2.z; pass = u2.x; v1.zw = pass, complex
3:   acc0 = floor(acc0@1); mul0 = a0.x * u0.z; mul1 = a0.y * u0.w; r1.xy = mul1, mul0
4:   mul0 = acc0@1 * u3.y; mul1 = acc0@1 * u3.x
5:   acc0 = u1.x - mul0@1
6:   acc0 = acc0@1 - mul1@2; r0.x = acc0
7:   acc0 = u4.z - acc0@1; acc1 = u4.w - acc0@1
8:   acc0 = min(acc0@2, acc0@1)
9:   acc0 = max(r0.x, -r0.x); acc1 = max(acc0@1, acc1@2); r0.z = acc1
10:  acc0 = u5.x - acc0@1; mul0 = acc1@1 * acc1@1; r0.x = acc0
11:  mul0 = mul0@1 * u4.y; mul1 = mul0@1 * mul0@1
12:  acc0 = mul0@1 + u3.z; mul0 = mul0@2 * u3.w; mul1 = acc0@2 * acc0@2; pass = u3.w
13:  acc0 = mul0@1 + u4.x; mul0 = mul1@2 * acc0@1; mul1 = mul1@1 * u4.y; pass = u4.x
14:  acc0 = mul1@1 + u3.z; acc1 = acc0@1 + mul0@1; mul0 = mul1@2 * mul1@2; mul1 = mul1@2 * pass@2
15:  acc0 = mul1@1 + pass@2; mul0 = mul0@1 * acc0@1; mul1 = r0.z * acc1@1
16:  acc0 = acc0@1 + mul0@1; mul0 = r1.x * mul1@1; mul1 = r1.y * mul1@1; r0.zw = mul1, mul0
17:  mul0 = r0.x * acc0@1
18:  mul0 = r1.x * mul0@1; mul1 = r1.y * mul0@1
19:  acc0 = mul0@1 + r0.z; acc1 = mul1@1 - r0.w
20:  acc0 = u0.x + acc1@1; acc1 = u0.y + acc0@1; v0.xy = acc0, acc1
