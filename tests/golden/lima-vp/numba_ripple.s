// 29 instructions, lower bound 29
// lima-vp, 29 instructions
// a0  input arg0: float
// a1  input arg1: float
// v0  output arg3: vec4
// u0  uniform arg2: vec4
// u1 = 0.0019353072, 6.28125, 0.008306272, 0.9999966
// u2 = 3.1415927, -3.1415927, -0.00018362227, -0.16664822
// u3 = 5.421011e-20, 0.15915494, 0.5, 1
0:   mul0 = a0.x * a0.x; pass = u3.w; v0.w = pass
1:   mul0 = a1.x * a1.x
2:   acc0 = mul0@2 + mul0@1; r0.x = acc0
3:   mul0 = complex2(acc0@1, acc0@1); mul1 = acc0@1 * u3.x; complex = rsqrt_part(acc0@1); r0.z = mul1
4:   mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
5:   nop
6:   mul0 = r0.x * mul0@2
7:   acc0 = max(mul0@1, r0.z)
8:   mul0 = acc0@1 * u0.x
9:   acc0 = mul0@1 + u0.y; r0.x = acc0
10:  mul0 = acc0@1 * u3.y
11:  acc0 = mul0@1 + u3.z
12:  acc0 = floor(acc0@1)
13:  mul0 = acc0@1 * u1.y; mul1 = acc0@1 * u1.x
14:  acc0 = r0.x - mul0@1
15:  acc0 = acc0@1 - mul1@2
16:  acc0 = u2.x - acc0@1; acc1 = u2.y - acc0@1
17:  acc0 = min(acc0@2, acc0@1)
18:  acc0 = max(acc0@1, acc1@2); r0.x = acc0
19:  mul0 = acc0@1 * acc0@1
20:  mul0 = mul0@1 * u2.z; mul1 = mul0@1 * u2.w
21:  acc0 = mul0@1 + u1.z; acc1 = mul1@1 + u1.w; mul0 = mul0@2 * mul0@2
22:  mul0 = mul0@1 * acc0@1
23:  acc0 = acc1@2 + mul0@1
24:  mul0 = r0.x * acc0@1
25:  mul0 = mul0@1 * u3.z
26:  acc0 = mul0@1 + u3.z; v0.x = acc0
27:  acc0 = u0.w < acc0@1; mul0 = u0.z * acc0@1; v0.y = mul0
28:  mul01 = select(acc0@1, u0.w, acc0@2); v0.z = mul0
