// 37 instructions, lower bound 33
// lima-vp, 37 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0  uniform arg1: float
// u1 = 0, 0.001, 0.5, 1
// u2 = 0, inf, nan, _
0:   acc0 = max(a0.x, u1.x); acc1 = max(a0.z, u1.x); pass = a0.w; v0.w = pass
1:   acc0 = acc1@1 + u1.y; acc1 = acc0@1 + u1.y; r0.xy = acc1, acc0
2:   acc0 = max(a0.y, u1.x); mul0 = complex2(acc0@1, acc0@1); complex = log2_part(acc0@1); pass = u1.z
3:   acc0 = acc0@1 + u1.y; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); pass = u1.x; r0.z = acc0
4:   acc0 = floor(u0.x); mul0 = complex2(r0.x, r0.x); mul1 = u0.x * pass@2; complex = log2_part(r0.x)
   ; pass = u0.x; r5.y = pass; r3.w = mul1
5:   acc0 = acc0@1 >= u0.x; acc1 = r0.y >= pass@2; mul01 = complex1(complex@1, mul0@1, complex@1, r0.x)
   ; pass = postlog2(mul0@2); r2.x = acc1; r0.w = acc0
6:   acc0 = r0.z >= u2.x; acc1 = pass@2 >= acc0@2; mul0 = complex2(r0.z, r0.z); mul1 = pass@2 * pass@1
   ; complex = log2_part(r0.z); pass = u2.y; r5.x = mul1; r1.w = acc0
7:   acc0 = u2.y >= r0.x; acc1 = r0.y >= u2.y; mul01 = complex1(complex@1, mul0@1, complex@1, r0.z)
   ; pass = postlog2(mul0@2); r1.x = acc1
8:   acc0 = r0.x >= pass@2; acc1 = r0.z >= pass@2; mul0 = u0.x * pass@1; mul1 = acc1@2 * r0.w; r1.y = mul1
   ; r2.zw = acc1, mul0
9:   acc0 = r0.x >= u2.x; acc1 = u2.y >= r0.y; mul0 = acc0@1 * acc0@2; pass = postlog2(mul0@2); r4.x = mul0
   ; r1.z = acc1
10:  acc0 = max(u0.x, -u0.x); acc1 = max(mul1@2, acc0@1); mul0 = complex2(r0.x, r0.x); mul1 = u0.x * pass@1
   ; complex = rcp_part(r0.x); r3.xy = acc1, acc0
11:  acc0 = u2.y >= acc0@1; acc1 = u2.y >= r0.z; mul01 = complex1(complex@1, mul0@1, complex@1, r0.x)
   ; pass = preexp2(mul1@1); r2.y = acc1; r3.z = acc0
12:  acc0 = max(r1.y, r2.x); acc1 = max(r1.y, r1.w); mul0 = complex2(pass@1, pass@1); mul1 = r1.x * r1.z
   ; complex = exp2_part(pass@1); pass = reg0.z@1; r2.x = acc1
13:  acc0 = max(r3.x, r4.x); acc1 = max(acc0@1, mul1@1)
   ; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2); pass = mul0@2; r4.xy = pass, acc1; r0.w = acc0
14:  acc0 = r3.y >= u2.y; acc1 = pass@2 >= pass@2; mul0 = r2.z * r2.y; r4.z = acc1; reg0 = r3
15:  acc0 = floor(reg0.w@1); mul0 = complex2(r0.y, r0.y); mul1 = acc0@1 * reg0.z@1; complex = rcp_part(r0.y)
   ; pass = mul0@2; r1.x = mul1; r6.z = pass
16:  acc0 = max(r0.w, mul1@1); acc1 = max(r2.x, mul0@2); mul01 = complex1(complex@1, mul0@1, complex@1, r0.y)
   ; pass = preexp2(r2.w); r1.zw = acc1, acc0
17:  acc0 = acc0@2 >= r3.w; acc1 = r3.w >= acc0@2; mul0 = complex2(pass@1, pass@1)
   ; complex = exp2_part(pass@1); r2.zw = acc1, acc0
18:  acc0 = r0.x + r4.x; acc1 = r0.y + mul0@2; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; r2.xy = acc1, acc0
19:  acc0 = r0.y >= r0.y; acc1 = u1.w >= r0.x; mul01 = select(r5.y, u1.x, u1.w); pass = preexp2(r5.x)
   ; r3.xy = acc1, mul0; r0.w = acc0; reg0 = r0
20:  acc0 = reg0.y@1 >= u1.w; acc1 = u1.w >= reg0.z@1; mul0 = complex2(pass@1, pass@1); mul1 = r2.z * r2.w
   ; complex = exp2_part(pass@1); pass = mul0@2; r5.xy = pass, acc0; r2.w = acc1
21:  acc0 = max(r1.z, r1.x); acc1 = max(r4.y, r1.x); mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; pass = mul1@1; r3.zw = acc0, pass
22:  acc0 = r0.z >= u1.w; acc1 = r0.x >= r0.x; mul0 = complex2(r0.z, r0.z); complex = rcp_part(r0.z)
   ; r2.z = acc0
23:  acc0 = r1.w >= acc1@1; acc1 = acc1@2 >= r0.w; mul01 = complex1(complex@1, mul0@1, complex@1, r0.z)
   ; pass = mul0@2; r4.x = acc0; reg0 = r1
24:  acc0 = r2.x < u2.x; acc1 = r2.y < u2.x; mul01 = select(acc1@1, pass@1, u2.z); pass = reg0.y@1
   ; r2.x = acc1; r5.zw = mul0, acc0; reg0 = r5
25:  acc0 = r0.x >= u1.w; acc1 = u1.w >= r0.y; mul0 = r2.z * r2.w; complex = reg0.y@1; pass = mul0@2
   ; r0.x = mul0
26:  acc0 = r3.z >= r4.z; acc1 = r3.w >= pass@2; mul0 = acc0@1 * r3.x; mul1 = complex@1 * acc1@1; r0.y = acc1
   ; r1.zw = mul1, mul0
27:  acc0 = r0.z + pass@2; acc1 = -r5.z; mul01 = select(reg0.x@1, r5.x, u2.z); pass = mul0@2
   ; r5.xy = acc1, mul0; reg0 = r0
28:  acc0 = acc0@1 < u2.x; acc1 = acc1@2 < r5.w; mul01 = select(acc0@2, r6.z, u2.z); r2.yzw = acc0, acc1, mul0
   ; reg0 = r5
29:  acc0 = -mul0@2; acc1 = -mul0@1; mul0 = r1.z * r1.x; mul1 = pass@2 * r1.x; r3.xzw = acc1, mul0, acc0
   ; reg0 = r1; reg1 = r1
30:  acc0 = max(r3.y, r0.x); acc1 = max(r3.y, reg0.z@1); mul0 = reg0.w@1 * reg0.x@1; r0.xzw = acc1, mul0, acc0
31:  acc0 = reg0.y@1 < r2.x; acc1 = reg0.y@1 < r2.y; mul01 = select(r2.z, r5.x, r5.z); complex = mul1@2
   ; pass = r2.w; r0.y = complex; r2.z = mul0
32:  acc0 = max(r3.y, r1.w); mul01 = select(acc1@1, r3.x, pass@1); pass = reg0.y@1; r1.x = mul0
33:  acc0 = acc0@1 + r0.z; acc1 = r0.x + r3.z; mul01 = select(acc0@2, r3.w, pass@1)
34:  acc0 = r0.w + r0.y; mul01 = select(acc0@1, u1.w, mul0@1); v0.x = mul0
35:  mul01 = select(acc1@2, u1.w, r2.z); v0.z = mul0
36:  mul01 = select(acc0@2, u1.w, r1.x); v0.y = mul0
