// 36 instructions, lower bound 33
// lima-vp, 36 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0  uniform arg1: float
// u1 = 0, 0.001, 0.5, 1
// u2 = 0, inf, nan, _
0:   acc0 = max(a0.x, u1.x); acc1 = max(a0.y, u1.x); mul0 = a0.w; complex = u1.y; pass = u1.z; v0.w = mul0
1:   acc0 = complex@1 + acc1@1; acc1 = complex@1 + acc0@1; mul0 = u0.x * pass@1; pass = u0.x
   ; r0.xyzw = mul0, pass, acc1, acc0
2:   acc0 = max(a0.z, u1.x); acc1 = max(pass@1, -pass@1); mul01 = select(pass@1, u1.x, u1.w); pass = acc0@1
   ; r1.y = acc1; r5.z = mul0
3:   acc0 = acc0@1 + u1.y; mul0 = complex2(pass@1, pass@1); complex = log2_part(pass@1); r1.x = acc0
4:   acc0 = floor(u0.x); acc1 = floor(r0.x); mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; r4.z = acc1
5:   acc0 = r0.y >= acc0@1; acc1 = acc0@1 >= r0.y; mul0 = complex2(r0.z, r0.z); complex = log2_part(r0.z)
6:   acc0 = r0.z >= u2.y; acc1 = r0.w >= u2.x; mul01 = complex1(complex@1, mul0@1, complex@1, r0.z)
   ; complex = u2.y; pass = postlog2(mul0@2); r3.xy = acc1, complex; r1.zw = pass, acc0
7:   acc0 = complex@1 >= r0.z; acc1 = r0.w >= u2.y; mul0 = complex2(r1.x, r1.x); mul1 = acc0@2 * acc1@2
   ; complex = log2_part(r1.x); pass = complex@1; r2.xyw = acc1, mul1, acc0; reg0 = r0
8:   acc0 = pass@1 >= reg0.w@1; acc1 = r1.x >= u1.x; mul01 = complex1(complex@1, mul0@1, complex@1, r1.x)
   ; pass = postlog2(mul0@2); r2.z = acc1
9:   acc0 = r1.x >= pass@2; acc1 = r1.y >= pass@2; mul0 = r0.y * pass@1; mul1 = r0.y * r1.z; r1.z = acc1
   ; reg0 = r1
10:  acc0 = u2.y >= reg0.x@1; acc1 = r0.z >= u2.x; mul0 = r2.x * acc0@2; mul1 = reg0.w@1 * r2.w
   ; complex = mul1@1; pass = postlog2(mul0@2); r4.x = mul1; r3.z = complex; reg0 = r0
11:  acc0 = max(r2.y, r3.x); acc1 = max(r2.y, acc1@1); mul0 = acc0@2 * acc0@1; mul1 = reg0.y@1 * pass@1
   ; pass = preexp2(mul0@2); r2.x = acc1; r1.w = mul0
12:  acc0 = max(acc0@1, mul0@2); acc1 = max(r2.y, r2.z); mul0 = complex2(pass@1, pass@1)
   ; complex = exp2_part(pass@1); pass = mul1@1; r5.x = pass; r2.z = acc0
13:  acc0 = r3.y >= r1.y; acc1 = reg0.z@1 >= reg0.z@1; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; pass = preexp2(r3.z); r1.y = acc1
14:  acc0 = r0.w >= r0.w; acc1 = r0.x >= r4.z; mul0 = complex2(pass@1, pass@1); mul1 = reg0.z@1 * acc0@1
   ; complex = exp2_part(pass@1); pass = acc1@2; r4.yw = mul1, acc1
15:  acc0 = max(r2.z, mul1@1); acc1 = max(r2.x, r4.x); mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; complex = acc0@1; pass = mul0@2; r2.xzw = complex, acc0, pass
16:  acc0 = max(acc1@1, mul1@2); acc1 = max(pass@2, r1.w); mul0 = complex2(r0.z, r0.z)
   ; complex = rcp_part(r0.z); r1.z = acc0; reg0 = r1
17:  acc0 = r4.z >= r0.x; acc1 = reg0.x@1 >= reg0.x@1; mul01 = complex1(complex@1, mul0@1, complex@1, r0.z)
   ; pass = mul0@2; r3.zw = acc1, pass; reg0 = r4
18:  acc0 = max(acc1@2, reg0.y@1); mul0 = reg0.w@1 * acc0@1; pass = preexp2(r5.x); r0.x = acc0; r1.w = mul0
19:  acc0 = r0.z + mul0@2; mul0 = complex2(pass@1, pass@1); complex = exp2_part(pass@1); r4.z = acc0
20:  acc0 = r1.z >= r1.y; acc1 = r0.z >= u1.w; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; pass = u1.w
21:  acc0 = pass@1 >= reg0.z@1; acc1 = r2.z >= r2.x; mul01 = select(acc0@1, r2.w, u2.z); r4.x = acc1
   ; r0.z = mul0
22:  acc0 = r0.w >= pass@2; acc1 = pass@2 >= r0.w; mul0 = complex2(r0.w, r0.w); mul1 = acc1@2 * acc0@1
   ; complex = rcp_part(r0.w); pass = mul0@2; r3.x = pass; r5.w = mul1; reg0 = r1
23:  acc0 = r0.x >= r3.z; acc1 = reg0.x@1 >= u1.w; mul01 = complex1(complex@1, mul0@1, complex@1, r0.w)
   ; pass = u1.w; r1.y = acc0; r4.w = acc1
24:  acc0 = r1.w >= r2.y; acc1 = pass@1 >= r1.x; mul0 = complex2(r1.x, r1.x); mul1 = acc0@2 * acc1@2
   ; complex = rcp_part(r1.x); r5.x = acc1; r1.zw = acc0, mul1
25:  acc0 = r0.w + mul0@2; acc1 = -r0.z; mul01 = complex1(complex@1, mul0@1, complex@1, r1.x); r2.z = acc1
26:  acc0 = r4.z < u2.x; acc1 = acc0@1 < u2.x; mul01 = select(r4.x, r3.w, u2.z); pass = u2.z
   ; r2.xy = acc1, mul0
27:  acc0 = r1.x + mul0@2; acc1 = -mul0@1; mul01 = select(r1.y, reg0.x@1, pass@1); r0.x = mul0; r2.w = acc1
   ; reg0 = r4
28:  acc0 = r1.z < acc0@2; acc1 = acc0@1 < u1.x; mul0 = r5.w * reg0.y@1; mul1 = reg0.w@1 * r5.x
   ; pass = reg0.y@1; r5.xy = mul1, mul0
29:  acc0 = max(r5.z, r5.w); acc1 = max(r5.z, r1.w); mul0 = mul1@1 * pass@1; mul1 = r1.w * pass@1
   ; r1.xyw = acc1, mul0, mul1
30:  acc0 = reg0.z@1 < r2.x; acc1 = reg0.z@1 < acc1@2; mul01 = select(acc0@2, r2.z, r0.z); r1.z = mul0
31:  acc0 = -reg0.x@1; acc1 = acc0@2 + r5.y; mul01 = select(acc0@1, r2.w, r2.y); r0.z = mul0; reg0 = r5
32:  acc0 = max(r5.z, r5.x); mul01 = select(acc1@2, acc0@1, r0.x); r2.x = mul0
33:  acc0 = r1.x + r1.w; acc1 = acc0@1 + r1.y; mul01 = select(acc1@2, u1.w, r1.z); pass = u1.w; v0.x = mul0
34:  mul01 = select(acc0@1, pass@1, r0.z); v0.y = mul0
35:  mul01 = select(acc1@2, pass@2, r2.x); v0.z = mul0
