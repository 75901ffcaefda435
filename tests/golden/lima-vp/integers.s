// 17 instructions, lower bound 15
// lima-vp, 17 instructions
// a0  input arg0: int
// a1  input arg1: int
// a2  input arg2: int
// v0  output ret0: vec4
// u0 = 0.00390625, 3e+01, 5e+02, 0
// u1 = 0.0625, 4, 0.1, 0.9999981
// u2 = 0.125, 64, 256, -2
// u3 = 0.14285715, 1, 1e+01, -5e+02
0:   acc0 = max(a1.x, u3.y)
1:   acc0 = max(a0.x, u3.w)
2:   acc0 = min(acc0@1, u0.z); acc1 = min(acc0@2, u0.y); mul0 = a2.x * u0.x; r0.xy = acc0, acc1
3:   acc0 = floor(mul0@1); mul0 = complex2(acc1@1, acc1@1); mul1 = acc0@1 * u3.x; complex = rcp_part(acc1@1)
   ; r0.z = mul1
4:   acc0 = acc0@2 < u0.w; mul01 = complex1(complex@1, mul0@1, complex@1, acc1@2)
5:   acc0 = max(r0.x, -r0.x); acc1 = max(mul1@2, -mul1@2); mul0 = acc0@2 * u2.z; mul1 = acc0@1 * u2.w
   ; r1.x = acc0; r0.w = acc1
6:   acc0 = a2.x - mul0@1; acc1 = mul1@1 + u3.y; mul0 = acc0@1 * mul0@2; r3.x = acc1; r1.z = acc0
7:   acc0 = sign(r0.z); mul0 = mul0@1 * u1.w; mul1 = acc0@1 * u1.z; r0.x = acc0
8:   acc0 = floor(mul0@1); acc1 = floor(mul1@1); mul0 = acc0@2 * u1.y; mul1 = acc0@2 * u1.x
   ; r2.xy = acc0, mul0
9:   acc0 = floor(mul1@1); acc1 = floor(r0.w); mul0 = acc0@1 * r0.y; mul1 = acc1@1 * u3.z
10:  acc0 = r1.x - mul0@1; acc1 = r1.z - mul1@1; mul0 = acc0@1 * u2.y; mul1 = r1.z * u2.x
   ; r3.yzw = acc0, mul1, acc1
11:  acc0 = acc0@1 >= r0.y; mul0 = r0.x * acc1@2
12:  acc0 = r2.x + acc0@1; acc1 = r2.y - mul0@2; mul0 = acc0@1 * r0.y; r0.x = acc1
13:  acc0 = r3.y - mul0@1; acc1 = mul0@2 + r3.w; mul0 = acc0@1 * r3.x; r1.x = mul0; v0.w = acc1
14:  acc0 = floor(r3.z); mul0 = acc0@1 * r3.x
15:  acc0 = mul0@1 + 0; acc1 = r0.x + acc0@1; v0.yz = acc0, acc1
16:  acc0 = r1.x + 0; v0.x = acc0
