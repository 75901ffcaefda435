// 19 instructions, lower bound 19
// lima-vp, 19 instructions
// a0      input arg0: float
// v0      output ret0: vec4
// u0..u3  uniform arg1: vec4[4]
// u4 = 0, 0.5, 1, _
// u5 = 0.25, 1, 4, _
0:   acc0 = u5.y >= a0.x; mul0 = a0.x * u5.z; complex = u5.y; pass = u5.x; r0.xyz = mul0, acc0, complex
1:   acc0 = reg0.x@1 < pass@1; mul01 = select(acc0@1, u3.w, complex@1); pass = u3.x; r2.xy = mul0, acc0
2:   acc0 = a0.x < u4.y; acc1 = a0.x < u4.x; mul01 = select(acc0@2, pass@1, u4.z); r1.xy = mul0, acc0
   ; r0.w = acc1
3:   mul0 = r0.x * u2.x; mul1 = r0.x * u2.z; r1.zw = mul0, mul1
4:   mul0 = r0.x * u2.w; mul1 = r0.x * u2.y; r2.zw = mul0, mul1
5:   mul01 = select(r0.y, u3.y, r0.z); pass = u3.z; r0.z = mul0
6:   mul01 = select(r0.y, pass@1, u4.z); r0.x = mul0
7:   acc0 = a0.x + u0.w; acc1 = a0.x + u0.y; mul01 = select(r1.y, r1.z, r1.x); r3.xyw = mul0, acc0, acc1
8:   acc0 = reg0.x@1 + u0.x; acc1 = reg0.x@1 + u0.z; mul01 = select(r1.y, r2.z, r2.x); r1.xz = mul0, acc0
9:   mul01 = select(reg0.y@1, r2.w, r0.z); pass = acc1@1; r0.z = pass
10:  mul01 = select(reg0.y@1, u1.y, mul0@1); r3.z = mul0
11:  mul01 = select(r1.y, r1.w, r0.x)
12:  mul01 = select(r2.y, u1.w, reg0.x@1); r0.x = mul0
13:  mul01 = select(r2.y, u1.z, mul0@2); r0.y = mul0
14:  mul01 = select(r2.y, u1.x, r3.x); r1.x = mul0
15:  mul01 = select(r0.w, r3.y, r0.x); v0.w = mul0
16:  mul01 = select(r0.w, reg0.w@1, reg0.z@1); v0.y = mul0
17:  mul01 = select(r0.w, r1.z, r1.x); v0.x = mul0
18:  mul01 = select(reg0.w@1, reg0.z@1, reg0.y@1); v0.z = mul0
