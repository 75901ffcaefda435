// 14 instructions, lower bound 13
// lima-vp, 14 instructions
// a0      input arg0: float
// a1      input arg1: int
// v0      output arg3: vec4
// u0..u1  uniform arg2: vec4[2]
// u2 = 1, 2, 3, 0.25
// u3 = 2, 4, 0, _
0:   mul0 = a1.x * u2.w; pass = u2.x; v0.w = pass
1:   acc0 = floor(mul0@1); complex = addr1(u3.z)
2:   acc0 = a0.x + u3.x; mul0 = acc0@1 * u3.y
3:   acc0 = a1.x - mul0@1; mul0 = complex2(acc0@1, acc0@1); complex = rcp_part(acc0@1); r0.x = acc0
4:   acc0 = acc0@1 < u2.z; acc1 = acc0@1 < u2.x; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
   ; complex = addr2(u2.x); pass = u2.y; r1.x = pass
5:   acc0 = acc0@2 < pass@1; mul01 = select(acc0@1, u[addr1].z, u[addr1].w)
6:   mul01 = select(acc1@2, u[addr1].x, u[addr1].y); pass = mul0@2; r0.z = pass
7:   acc0 = r0.x + u3.y; mul01 = select(acc0@2, mul0@1, mul0@2); pass = u3.y
8:   acc0 = acc0@1 - pass@1; mul0 = mul0@1 * a0.x
9:   acc0 = acc0@1 < u2.z; acc1 = acc0@1 < u2.x; mul0 = mul0@1 * r0.z; v0.x = mul0; r0.z = mul0
10:  acc0 = acc0@2 < r1.x; mul01 = select(acc0@1, u[addr2].z, u[addr2].w); r0.xy = mul0, acc0
11:  mul01 = select(acc1@2, u[addr2].x, u[addr2].y)
12:  mul0 = r0.z * r0.z; v0.y = mul0
13:  mul01 = select(r0.y, mul0@2, r0.x); v0.z = mul0
