// 17 instructions, lower bound 15
// lima-vp, 17 instructions
// a0  input arg0: int
// a1  input arg1: int
// a2  input arg2: int
// v0  output ret0: vec4
// u0 = 0, 256, -2, 1e+01
// u1 = 0.00390625, 5e+02, 0.0625, 0.125
// u2 = 0.1, 0.9999981, 0.14285715, 1
// u3 = 4, 64, 3e+01, -5e+02
0:   acc0 = max(a0.x, u3.w)
1:   acc0 = min(acc0@1, u1.y); mul0 = a2.x * u1.x; r1.xy = mul0, acc0
2:   acc0 = max(a1.x, u2.w); acc1 = max(acc0@1, -acc0@1); mul0 = acc0@1 * u2.z; r0.x = acc1; r1.z = mul0
3:   acc0 = min(acc0@1, u3.z); r0.z = acc0
4:   acc0 = floor(r1.x); acc1 = floor(mul0@2); mul0 = complex2(acc0@1, acc0@1); complex = rcp_part(acc0@1)
   ; r2.z = acc1
5:   acc0 = acc1@1 < r1.z; acc1 = r1.y < u0.x; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
6:   acc0 = r1.z < u0.x; mul0 = acc0@2 * u0.y; mul1 = acc1@1 * u0.z
7:   acc0 = a2.x - mul0@1; acc1 = mul1@1 + u2.w; mul0 = r0.x * mul0@2; mul1 = acc0@1 * acc0@2; r2.x = acc1
   ; r0.w = acc0
8:   acc0 = r2.z + mul1@1; mul0 = mul0@1 * u2.y; mul1 = acc0@1 * u2.x; r1.y = acc0
9:   acc0 = floor(mul0@1); acc1 = floor(mul1@1); mul0 = acc0@2 * u1.z; mul1 = acc0@2 * u1.w; r0.y = acc0
10:  acc0 = floor(mul1@1); acc1 = floor(mul0@1); mul0 = acc0@1 * r0.z; mul1 = acc1@1 * u0.w; r2.y = acc0
11:  acc0 = r0.x - mul0@1; acc1 = r0.w - mul1@1; mul0 = r0.w * u3.x; mul1 = acc1@1 * u3.y; r1.xz = acc0, acc1
12:  acc0 = acc0@1 >= r0.z
13:  acc0 = r0.y + acc0@1; acc1 = mul0@2 - mul1@2; mul0 = acc0@1 * r0.z
14:  acc0 = r1.x - mul0@1; acc1 = r1.y + r1.z; mul0 = acc0@1 * r2.x; v0.w = acc1
15:  acc0 = mul0@1 + 0; acc1 = acc1@2 + r2.y; mul0 = acc0@1 * r2.x; v0.xz = acc0, acc1
16:  acc0 = mul0@1 + 0; v0.y = acc0
