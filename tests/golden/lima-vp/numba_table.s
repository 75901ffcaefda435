// 14 instructions, lower bound 13
// lima-vp, 14 instructions
// a0      input arg0: float
// a1      input arg1: int
// v0      output arg3: vec4
// u0..u1  uniform arg2: vec4[2]
// u2 = 1, 2, 3, 0.25
// u3 = 2, 4, _, _
0:   mul0 = a1.x * u2.w; pass = u2.x; v0.w = pass
1:   acc0 = floor(mul0@1)
2:   acc0 = a0.x + u3.x; mul0 = acc0@1 * u3.y
3:   acc0 = a1.x - mul0@1; mul0 = complex2(acc0@1, acc0@1); complex = rcp_part(acc0@1); r0.x = acc0
4:   acc0 = acc0@1 < u2.z; acc1 = acc0@1 < u2.x; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
   ; pass = u2.y
5:   acc0 = acc0@2 < pass@1; mul01 = select(acc0@1, u0.z, u0.w); complex = u0.x; pass = u0.y
6:   acc0 = r0.x + u3.y; mul01 = select(acc1@2, complex@1, pass@1); pass = mul0@2; r0.x = pass
7:   acc0 = acc0@1 - u3.y; mul01 = select(acc0@2, mul0@1, mul0@2)
8:   acc0 = acc0@1 < u2.z; acc1 = acc0@1 < u2.x; mul0 = a0.x * mul0@1; r0.z = acc1
9:   acc0 = acc0@2 < u2.y; mul0 = mul0@1 * r0.x; v0.x = mul0; r1.zw = mul0, acc0
10:  mul01 = select(acc0@2, u1.z, u1.w); complex = u1.x; pass = u1.y; r0.x = mul0
11:  mul01 = select(r0.z, complex@1, pass@1)
12:  mul0 = r1.z * r1.z; v0.y = mul0
13:  mul01 = select(r1.w, mul0@2, r0.x); v0.z = mul0
