// 24 instructions, lower bound 22
// lima-vp, 24 instructions
// a0  input u: float
// a1  input v: float
// v0  output out: vec4
// u0 = 0, 0.14285713, 7, 9
// u1 = 1, 1e+01, -2.1474836e+09, 3
// u2 = 2.1474835e+09, _, _, _
0:   mul0 = a0.x * u1.y; pass = u1.x; r0.y = mul0; v0.w = pass
1:   acc0 = max(mul0@1, u1.z); mul0 = a1.x * u1.y; r0.z = mul0
2:   acc0 = max(mul0@1, u1.z)
3:   acc0 = min(acc0@1, u2.x); acc1 = min(acc0@2, u2.x); r0.x = acc1
4:   acc0 = floor(acc0@1); acc1 = floor(acc1@1); r1.xy = acc0, acc1
5:   acc0 = acc0@2 < u0.x; acc1 = acc0@1 < acc0@2
6:   acc0 = r0.x < u0.x; acc1 = acc1@2 < r0.x; mul0 = acc0@1 * acc1@1
7:   acc0 = r0.z >= r0.z; acc1 = r0.y >= r0.y; mul0 = acc0@1 * acc1@1; r0.x = acc1
8:   acc0 = r1.x + mul0@2; acc1 = r1.y + mul0@1; r0.y = acc1
9:   mul01 = select(acc0@2, acc0@1, u0.x)
10:  acc0 = sign(mul0@1); mul0 = mul0@1 * u1.w; v0.z = acc0
11:  mul01 = select(r0.x, r0.y, u0.x); r0.z = mul0
12:  acc0 = mul0@2 + mul0@1; r0.x = acc0
13:  acc0 = acc0@1 < u0.x; mul0 = acc0@1 * u0.y
14:  acc0 = floor(mul0@1); mul0 = acc0@1 * u0.z
15:  acc0 = acc0@1 + acc0@2; acc1 = r0.x + mul0@1
16:  acc0 = max(r0.z, u0.x); mul0 = acc0@1 * u0.z; r0.z = acc0
17:  acc0 = acc1@2 - mul0@1; r0.x = acc0
18:  acc0 = acc0@1 < u0.x
19:  acc0 = min(r0.z, u0.w); mul0 = acc0@1 * u0.z; v0.y = acc0
20:  acc0 = r0.x + mul0@1; r0.x = acc0
21:  acc0 = acc0@1 >= u0.z
22:  mul0 = acc0@1 * u0.z
23:  acc0 = r0.x - mul0@1; v0.x = acc0
