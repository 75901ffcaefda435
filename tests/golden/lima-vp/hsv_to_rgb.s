// 18 instructions, lower bound 18
// lima-vp, 18 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0 = 0.33333334, 0.6666667, 0, 1
// u1 = 6, -1, -3, _
0:   acc0 = a0.x + u0.y; acc1 = a0.x + u0.x; pass = a0.w; r0.x = acc0; v0.w = pass
1:   acc0 = floor(acc1@1); acc1 = floor(acc0@1); r0.y = acc1
2:   acc0 = acc1@2 - acc0@1; acc1 = a0.x + u0.w
3:   acc0 = floor(acc1@1); mul0 = acc0@1 * u1.x; pass = u1.x
4:   acc0 = acc1@2 - acc0@1; acc1 = r0.x - r0.y
5:   acc0 = mul0@2 + u1.z; mul0 = acc0@1 * pass@2; mul1 = acc1@1 * pass@2; r0.x = acc0
6:   acc0 = mul0@1 + u1.z; acc1 = mul1@1 + u1.z
7:   acc0 = max(acc0@1, -acc0@1); acc1 = max(acc1@1, -acc1@1)
8:   acc0 = acc0@1 + u1.y; acc1 = acc1@1 + u1.y; r0.z = acc1
9:   acc0 = max(acc0@1, u0.z); acc1 = max(r0.x, -r0.x)
10:  acc0 = min(acc0@1, u0.w)
11:  acc0 = acc0@1 + u1.y; acc1 = acc1@2 + u1.y
12:  acc0 = max(acc1@1, u0.z); acc1 = max(r0.z, u0.z); mul0 = a0.y * acc0@1; r0.x = mul0
13:  acc0 = min(acc0@1, u0.w); acc1 = min(acc1@1, u0.w); pass = u0.w
14:  acc0 = acc0@1 + u1.y; acc1 = acc1@1 + u1.y
15:  acc0 = r0.x + pass@2; mul0 = a0.y * acc1@1; mul1 = a0.y * acc0@1
16:  acc0 = mul0@1 + u0.w; acc1 = mul1@1 + u0.w; mul0 = reg0.z@1 * acc0@1; v0.x = mul0
17:  mul0 = a0.z * acc1@1; mul1 = a0.z * acc0@1; v0.yz = mul1, mul0
