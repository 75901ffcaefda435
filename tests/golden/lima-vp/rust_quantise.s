// 23 instructions, lower bound 21
// lima-vp, 23 instructions
// a0  input u: float
// a1  input v: float
// v0  output out: vec4
// u0 = 1, 1e+01, -2.1474836e+09, 2.1474835e+09
// u1 = 0, 0.14285713, 3, _
// u2 = 7, 9, _, _
0:   mul0 = a0.x * u0.y; r0.z = mul0
1:   acc0 = max(mul0@1, u0.z); mul0 = a1.x * u0.y; pass = u0.x; r0.x = mul0; v0.w = pass
2:   acc0 = max(mul0@1, u0.z)
3:   acc0 = min(acc0@1, u0.w); acc1 = min(acc0@2, u0.w)
4:   acc0 = sign(acc0@1); acc1 = sign(acc1@1); r0.yw = acc0, acc1
5:   acc0 = max(acc0@2, -acc0@2); acc1 = max(acc1@2, -acc1@2)
6:   acc0 = floor(acc0@1); acc1 = floor(acc1@1)
7:   acc0 = r0.x >= r0.x; acc1 = r0.z >= r0.z; mul0 = r0.y * acc0@1; mul1 = r0.w * acc1@1
8:   mul01 = select(acc0@1, mul0@1, u1.x)
9:   acc0 = sign(mul0@1); mul01 = select(acc1@2, mul1@2, u1.x); v0.z = acc0
10:  acc0 = max(mul0@1, u1.x); mul0 = mul0@2 * u1.z; r0.z = acc0
11:  acc0 = mul0@1 + mul0@2; r0.x = acc0
12:  acc0 = acc0@1 < u1.x; mul0 = acc0@1 * u1.y
13:  acc0 = floor(mul0@1); mul0 = acc0@1 * u2.x
14:  acc0 = acc0@1 + acc0@2; acc1 = r0.x + mul0@1
15:  acc0 = min(r0.z, u2.y); mul0 = acc0@1 * u2.x; r0.z = acc0
16:  acc0 = acc1@2 - mul0@1; r0.x = acc0
17:  acc0 = acc0@1 < u1.x
18:  acc0 = r0.z + 0; mul0 = acc0@1 * u2.x; v0.y = acc0
19:  acc0 = r0.x + mul0@1; r0.x = acc0
20:  acc0 = acc0@1 >= u2.x
21:  mul0 = acc0@1 * u2.x
22:  acc0 = r0.x - mul0@1; v0.x = acc0
