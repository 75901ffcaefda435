// 35 instructions, lower bound 34
// lima-vp, 35 instructions
// a0  input arg0: vec4
// v0  output ret0: vec4
// u0  uniform arg1: float
// u1 = 0, 1, inf, nan
// u2 = 0.001, 0.5, _, _
0:   acc0 = max(a0.x, u1.x); acc1 = max(a0.z, u1.x); complex = a0.w; pass = u1.x; v0.w = complex
1:   acc0 = acc0@1 + u2.x; acc1 = acc1@1 + u2.x; mul0 = u2.y; pass = u2.x; r0.xy = acc1, acc0
2:   acc0 = max(a0.y, pass@2); acc1 = max(u0.x, -u0.x); mul0 = complex2(acc0@1, acc0@1); mul1 = u0.x * mul0@1
   ; complex = log2_part(acc0@1); r3.x = mul1; r0.w = acc1
3:   acc0 = acc0@1 + pass@2; acc1 = acc0@2 - u1.y; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
   ; r7.x = acc1; r0.z = acc0
4:   acc0 = floor(u0.x); acc1 = floor(mul1@2); mul0 = complex2(r0.x, r0.x); complex = log2_part(r0.x)
   ; pass = u0.x; r2.xy = acc1, pass
5:   acc0 = acc0@1 >= pass@1; acc1 = r0.y >= u1.z; mul01 = complex1(complex@1, mul0@1, complex@1, r0.x)
   ; complex = u1.z; pass = postlog2(mul0@2); r1.x = acc0; r2.z = acc1
6:   acc0 = pass@2 >= acc0@2; acc1 = complex@1 >= r0.y; mul0 = complex2(r0.z, r0.z); mul1 = pass@2 * pass@1
   ; complex = log2_part(r0.z); r1.y = mul1; r2.w = acc1
7:   acc0 = r0.w >= u1.z; acc1 = r0.x >= u1.x; mul01 = complex1(complex@1, mul0@1, complex@1, r0.z)
   ; pass = postlog2(mul0@2); r4.x = acc0; r1.z = pass
8:   acc0 = r0.y >= u1.x; acc1 = u1.z >= r0.x; mul0 = complex2(r0.y, r0.y); mul1 = acc0@2 * r1.x
   ; complex = rcp_part(r0.y); pass = u1.z; r3.zw = acc1, mul1; reg0 = r0
9:   acc0 = reg0.z@1 >= pass@1; acc1 = reg0.x@1 >= pass@1
   ; mul01 = complex1(complex@1, mul0@1, complex@1, reg0.y@1); complex = acc1@2; pass = postlog2(mul0@2)
   ; r5.x = acc0; r1.w = acc1
10:  acc0 = max(mul1@2, acc0@2); acc1 = max(complex@1, mul1@2); mul0 = u0.x * r1.z; mul1 = u0.x * pass@1
   ; pass = preexp2(r1.y); r1.xyz = mul1, acc1, acc0; reg0 = r3
11:  acc0 = u1.z >= r0.z; acc1 = r2.x >= reg0.x@1; mul0 = complex2(pass@1, pass@1); mul1 = r2.z * r2.w
   ; complex = exp2_part(pass@1); pass = mul0@2; r5.yzw = acc0, acc1, pass
12:  acc0 = u1.z >= r0.w; acc1 = r0.z >= u1.x; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; pass = preexp2(mul0@2); r4.z = acc0
13:  acc0 = max(r1.z, mul1@2); acc1 = max(r3.w, acc1@1); mul0 = complex2(pass@1, pass@1); mul1 = r1.w * r3.z
   ; complex = exp2_part(pass@1); r6.x = acc1; r1.zw = mul1, acc0
14:  acc0 = r0.z - u1.y; acc1 = r0.x - u1.y; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; complex = mul0@2; pass = preexp2(r1.x); r8.xy = complex, acc0; r0.w = acc1; reg0 = r0
15:  acc0 = reg0.z@1 >= reg0.z@1; acc1 = reg0.y@1 >= reg0.y@1; mul0 = complex2(pass@1, pass@1)
   ; mul1 = r4.x * r4.z; complex = exp2_part(pass@1); pass = r2.x; r4.x = acc1; r2.zw = mul1, acc0
16:  acc0 = max(r1.y, r1.z); acc1 = max(r1.w, mul1@1); mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
   ; pass = mul0@2; r1.zw = acc1, pass; reg0 = r3
17:  acc0 = reg0.x@1 >= pass@2; acc1 = r0.x >= r0.x; mul0 = complex2(r0.x, r0.x); mul1 = r5.x * r5.y
   ; complex = rcp_part(r0.x); pass = mul1@2; r2.x = acc1; reg0 = r0
18:  acc0 = max(r6.x, mul1@1); acc1 = max(acc0@2, pass@1)
   ; mul01 = complex1(complex@1, mul0@1, complex@1, reg0.x@1); pass = mul0@2; r1.x = pass; reg0 = r5
19:  acc0 = max(acc0@1, r2.z); mul0 = complex2(r0.z, r0.z); mul1 = acc0@2 * reg0.z@1; complex = rcp_part(r0.z)
   ; r3.z = mul1
20:  acc0 = acc0@1 >= r2.w; acc1 = acc1@2 >= r2.x; mul01 = complex1(complex@1, mul0@1, complex@1, reg0.z@1)
   ; pass = mul0@2; r3.x = acc1; reg0 = r4
21:  acc0 = r1.z >= reg0.x@1; mul01 = select(r2.y, u1.x, u1.y); pass = u1.x; r4.x = mul0; r1.z = acc0
   ; reg0 = r1
22:  acc0 = r0.z + mul0@2; acc1 = r0.x + pass@2; mul01 = select(acc0@2, r1.x, u1.w); pass = u1.w
   ; r1.xy = mul0, pass; r4.z = acc1; reg0 = r0
23:  acc0 = acc0@1 < pass@2; acc1 = r3.z < r3.w; mul01 = select(r3.x, r1.w, pass@1); r3.x = mul0; r1.w = acc1
24:  acc0 = r0.y + r5.w; acc1 = -mul0@2; mul01 = select(r0.w, u1.x, u1.y); r4.y = mul0
25:  acc0 = min(acc0@2, acc1@2); mul01 = select(r7.x, u1.x, u1.y); pass = u1.x; r4.w = mul0
26:  acc0 = acc0@2 < pass@1; acc1 = r4.z < pass@1; mul01 = select(acc0@1, acc1@2, r1.x); r3.z = mul0
   ; reg0 = r4
27:  acc0 = min(acc0@1, r1.w); acc1 = min(acc1@1, r1.w); mul01 = select(r1.z, r8.x, r1.y); r3.y = acc1
   ; r4.z = mul0
28:  acc0 = r4.x + r4.y; acc1 = -r3.x; mul01 = select(reg0.y@1, u1.x, u1.y); r0.x = acc0
29:  acc0 = min(r4.w, r2.z); acc1 = min(mul0@1, r2.z); mul0 = r4.y * r2.z; pass = acc0@2; r0.yz = acc1, acc0
30:  acc0 = r4.x + mul0@2; acc1 = -r4.z; mul01 = select(r3.y, acc1@2, r3.x)
31:  acc0 = r4.x + r4.w; acc1 = r0.x + mul0@2; mul01 = select(pass@2, acc1@1, r4.z)
32:  acc0 = acc0@1 + r0.z; acc1 = acc0@2 + r0.y; mul01 = select(acc1@1, u1.y, mul0@2); pass = u1.y
   ; v0.z = mul0
33:  mul01 = select(acc0@1, pass@1, mul0@2); v0.x = mul0
34:  mul01 = select(acc1@2, pass@2, r3.z); v0.y = mul0
