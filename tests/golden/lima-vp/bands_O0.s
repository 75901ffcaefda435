// 19 instructions, lower bound 19
// lima-vp, 19 instructions
// a0      input arg0: float
// v0      output ret0: vec4
// u0..u3  uniform arg1: vec4[4]
// u4 = 0, 0.25, 0.5, 1
// u5 = 1, 4, _, _
0:   acc0 = u5.x >= a0.x; mul0 = a0.x * u5.y; pass = u5.x; r0.xy = mul0, acc0
1:   acc0 = u3.y; mul01 = select(acc0@1, u3.z, pass@1); pass = u3.x; r2.x = mul0
2:   acc0 = a0.x + u0.w; acc1 = a0.x + u0.x; mul01 = select(acc0@2, pass@1, pass@2); r4.y = acc1
   ; r0.zw = mul0, acc0
3:   acc0 = reg0.x@1 < u4.z; acc1 = reg0.x@1 < u4.y; mul01 = select(r0.y, acc0@2, u4.w); pass = u4.x
   ; r1.xy = acc0, mul0; r3.z = acc1
4:   acc0 = a0.x < pass@1; mul0 = r0.x * u2.x; mul1 = r0.x * u2.y; complex = u2.w; pass = u2.z; r4.x = acc0
   ; r1.zw = mul0, mul1
5:   mul0 = r0.x * pass@1; mul1 = complex@1 * r0.x; pass = u3.w; r2.yz = mul0, mul1
6:   mul01 = select(r0.y, pass@1, u4.w); r0.x = mul0; reg0 = a0
7:   acc0 = reg0.x@1 + u0.z; acc1 = reg0.x@1 + u0.y; mul01 = select(r1.x, r1.z, r0.z); r5.xy = acc0, acc1
   ; r2.w = mul0
8:   mul01 = select(reg0.x@1, reg0.w@1, reg0.y@1); r3.x = mul0
9:   mul01 = select(r1.x, r2.y, r2.x); r1.z = mul0
10:  mul01 = select(reg0.x@1, r2.z, r0.x); r0.x = mul0
11:  mul01 = select(r3.z, u1.x, reg0.w@1); pass = u1.z; r1.x = mul0
12:  mul01 = select(r3.z, pass@1, r1.z); r4.z = mul0
13:  mul01 = select(reg0.z@1, u1.w, r0.x); pass = u1.y; r0.x = mul0
14:  mul01 = select(r3.z, pass@1, r3.x); r4.w = mul0
15:  mul01 = select(r4.x, r4.y, r1.x); v0.x = mul0
16:  mul01 = select(reg0.x@1, r5.x, reg0.z@1); v0.z = mul0
17:  mul01 = select(r4.x, r0.w, r0.x); v0.w = mul0
18:  mul01 = select(reg0.x@1, r5.y, reg0.w@1); v0.y = mul0
