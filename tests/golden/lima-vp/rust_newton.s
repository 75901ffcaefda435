// 22 instructions, lower bound 22
// lima-vp, 22 instructions
// a0  input x: float
// v0  output ret0: float
// u0  uniform start1: float
// u1 = 0.001, 0.25, 0.5, _
0:   acc0 = max(a0.x, -a0.x); mul0 = u0.x * u0.x
1:   acc0 = acc0@1 + u1.z; r0.x = acc0
2:   acc0 = mul0@2 - acc0@1
3:   acc0 = max(acc0@1, -acc0@1); mul0 = acc0@1 * u1.y
4:   acc0 = u0.x - mul0@1; r0.z = acc0
5:   acc0 = acc0@2 < u1.x; mul0 = acc0@1 * acc0@1; r2.z = acc0
6:   acc0 = mul0@1 - r0.x
7:   acc0 = max(acc0@1, -acc0@1); mul0 = acc0@1 * u1.y
8:   acc0 = r0.z - mul0@1; r1.x = acc0
9:   acc0 = acc0@2 < u1.x; mul0 = acc0@1 * acc0@1; r1.y = acc0
10:  acc0 = mul0@1 - r0.x
11:  acc0 = max(acc0@1, -acc0@1); mul0 = acc0@1 * u1.y
12:  acc0 = r1.x - mul0@1; r1.z = acc0
13:  acc0 = acc0@2 < u1.x; mul0 = acc0@1 * acc0@1; r2.x = acc0
14:  acc0 = mul0@1 - r0.x
15:  acc0 = max(acc0@1, -acc0@1); mul0 = acc0@1 * u1.y
16:  acc0 = r1.z - mul0@1
17:  acc0 = acc0@2 < u1.x
18:  mul01 = select(acc0@1, r1.z, acc0@2)
19:  mul01 = select(r2.x, r1.x, mul0@1)
20:  mul01 = select(reg0.y@1, r0.z, mul0@1)
21:  mul01 = select(r2.z, u0.x, mul0@1); v0.x = mul0
