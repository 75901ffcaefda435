// 36 instructions, lower bound 33
// lima-vp, 36 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0  uniform arg1: float
// u1 = 0, 0.5, inf, 0.001
// u2 = 0, 1, nan, _
0:   acc0 = max(a0.z, u1.x); acc1 = max(a0.y, u1.x); pass = a0.w; v0.w = pass
1:   acc0 = acc0@1 + u1.w; acc1 = acc1@1 + u1.w; r0.xy = acc1, acc0
2:   acc0 = acc0@1 >= u1.x; acc1 = acc0@1 >= u1.z; mul0 = complex2(acc0@1, acc0@1); mul1 = u1.y
   ; complex = log2_part(acc0@1); pass = u1.z; r1.y = pass; r2.zw = acc1, acc0
3:   acc0 = floor(u0.x); mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); r1.z = acc0
4:   acc0 = u0.x >= acc0@1; acc1 = pass@2 >= r0.x; mul0 = complex2(r0.x, r0.x); mul1 = u0.x * mul1@2
   ; complex = log2_part(r0.x); pass = u0.x; r2.xy = acc1, acc0; r3.z = pass
5:   acc0 = max(a0.x, u1.x); acc1 = max(pass@1, -pass@1); mul01 = complex1(complex@1, mul0@1, complex@1, r0.x)
   ; complex = u1.w; pass = postlog2(mul0@2); r1.x = acc1
6:   acc0 = complex@1 + acc0@1; mul0 = u0.x * pass@1; pass = mul1@2; r7.x = pass; r0.zw = acc0, mul0
7:   acc0 = acc0@1 >= u1.z; acc1 = r0.x >= u1.x; mul0 = acc0@1; pass = postlog2(mul0@2); r4.x = acc0
   ; r3.w = acc1
8:   acc0 = r0.y >= r0.y; acc1 = r1.x >= r1.y; mul0 = complex2(mul0@1, mul0@1); mul1 = u0.x * pass@1
   ; complex = rcp_part(mul0@1); r6.x = acc1; r4.zw = mul1, acc0
9:   acc0 = mul0@2 >= mul0@2; acc1 = reg0.z@1 >= u0.x; mul01 = complex1(complex@1, mul0@1, complex@1, mul0@2)
   ; r4.y = acc0; reg0 = r2
10:  acc0 = r0.x >= u2.y; acc1 = r1.y >= r0.y; mul0 = complex2(r0.z, r0.z); mul1 = reg0.y@1 * acc1@1
   ; complex = log2_part(r0.z); r2.y = mul1; r7.z = acc0
11:  acc0 = r0.x >= reg0.y@1; acc1 = r0.x >= r0.x; mul01 = complex1(complex@1, mul0@1, complex@1, r0.z)
   ; pass = mul0@2; r8.x = acc1; r1.zw = acc0, pass
12:  acc0 = r0.y >= u2.y; acc1 = u2.y >= r0.z; mul0 = complex2(r0.y, r0.y); mul1 = r2.z * acc1@2
   ; complex = rcp_part(r0.y); r3.xy = mul1, acc0; r6.z = acc1
13:  acc0 = r0.z >= u2.x; acc1 = u2.y >= r0.y; mul01 = complex1(complex@1, mul0@1, complex@1, r0.y)
   ; pass = postlog2(mul0@2); reg0 = r2
14:  acc0 = max(reg0.y@1, acc0@1); acc1 = max(reg0.y@1, reg0.w@1); mul0 = r1.z * reg0.x@1
   ; mul1 = u0.x * pass@1; pass = preexp2(r0.w); r5.x = mul1; r2.zw = acc0, mul0; reg0 = r1
15:  acc0 = max(acc1@1, r3.x); acc1 = max(r2.y, r3.w); mul0 = complex2(pass@1, pass@1); mul1 = r3.y * acc1@2
   ; complex = exp2_part(pass@1); pass = mul0@2; r2.x = acc1; r5.z = acc0
16:  acc0 = r1.y >= r0.z; acc1 = r1.y >= r1.x; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; complex = mul1@1; pass = r1.w; r6.yw = acc1, complex
17:  acc0 = reg0.z@1 + pass@1; acc1 = reg0.y@1 + pass@2; mul01 = select(r3.z, u2.x, u2.y)
   ; pass = preexp2(r5.x); r0.w = mul0
18:  acc0 = acc0@1 < u1.x; acc1 = acc1@1 < u1.x; mul0 = complex2(pass@1, pass@1); mul1 = r4.x * acc0@2
   ; complex = exp2_part(pass@1); pass = mul0@2; r8.yw = acc1, pass
19:  acc0 = max(r2.z, mul1@1); acc1 = max(r2.x, r2.w); mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; complex = acc0@1; pass = preexp2(r4.z); r5.x = complex; r1.z = acc1
20:  acc0 = r0.z >= u2.y; acc1 = u2.y >= r0.x; mul0 = complex2(pass@1, pass@1); mul1 = r6.x * r6.y
   ; complex = exp2_part(pass@1); r1.x = mul1; r7.w = acc1; reg0 = r0
21:  acc0 = max(acc0@2, mul1@1); acc1 = max(r5.z, mul1@1)
   ; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2); pass = mul0@2; r7.y = pass
22:  acc0 = acc1@1 >= r4.w; acc1 = acc0@1 >= r4.y; mul0 = complex2(reg0.x@1, reg0.x@1); mul1 = acc0@2 * r6.z
   ; complex = rcp_part(reg0.x@1); r2.zw = acc0, mul1
23:  acc0 = max(r1.z, r1.x); acc1 = max(r0.w, reg0.w@1); mul01 = complex1(complex@1, mul0@1, complex@1, r0.x)
   ; pass = mul0@2; r2.x = acc0; r8.z = pass
24:  acc0 = floor(r7.x); mul01 = select(acc1@2, r7.y, u2.z); pass = acc1@1; r5.y = pass; r1.z = mul0
   ; reg0 = r1
25:  acc0 = acc0@1 >= r7.x; acc1 = r7.x >= acc0@1; mul0 = r7.z * r7.w; mul1 = r6.w * reg0.x@1; pass = mul0@2
   ; r5.zw = mul1, mul0
26:  acc0 = r0.x + pass@1; acc1 = -mul0@2; mul0 = acc1@1 * acc0@1; mul1 = mul0@1 * r1.x; r3.x = mul1
   ; r1.w = acc1
27:  acc0 = mul0@1 >= r2.y; acc1 = r2.x >= r8.x; mul01 = select(r2.z, r8.w, u2.z); r0.xy = mul0, acc0
28:  acc0 = acc0@1 < reg0.y@1; acc1 = acc0@2 < u2.x; mul01 = select(acc1@1, reg0.z@1, u2.z); r0.z = mul0
29:  acc0 = -mul0@1; acc1 = -mul0@2; mul0 = r2.w * r1.x; r3.y = mul0
30:  acc0 = r0.y < acc1@2; acc1 = r0.y < r5.x; mul01 = select(acc0@2, acc1@1, r0.x); r0.x = mul0
31:  acc0 = reg0.y@1 + reg0.z@1; mul01 = select(acc0@1, acc0@2, r0.z); pass = reg0.w@1; r2.x = mul0; reg0 = r2
32:  acc0 = max(r0.w, reg0.w@1); acc1 = max(r0.w, pass@1); mul01 = select(acc1@2, r1.w, r1.z); reg0 = r0
33:  acc0 = acc1@1 + r3.x; acc1 = acc0@1 + r3.y; mul01 = select(acc0@2, u2.y, r0.x); v0.z = mul0; reg0 = r3
34:  mul01 = select(acc1@1, u2.y, mul0@2); v0.x = mul0
35:  mul01 = select(acc0@2, u2.y, r2.x); v0.y = mul0
