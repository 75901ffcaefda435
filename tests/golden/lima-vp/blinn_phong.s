// 38 instructions, lower bound 35
// lima-vp, 38 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output ret0: vec4
// u0..u2  uniform arg2: vec4[3]
// u3 = 0, 1, inf, 0.0001
// u4 = 0.5, nan, _, _
0:   acc0 = floor(u2.w); mul0 = a1.x * a1.x; mul1 = a1.y * a1.y; r2.z = acc0
1:   acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * reg0.z@1; mul1 = a0.x * a0.x; pass = u3.y; v0.w = pass
2:   acc0 = mul0@1 + acc0@1; mul0 = reg0.y@1 * reg0.y@1; mul1 = reg0.z@1 * reg0.z@1; pass = u4.x
3:   acc0 = mul1@2 + mul0@1; mul0 = complex2(acc0@1, acc0@1); mul1 = u2.w * pass@1
   ; complex = rsqrt_part(acc0@1); r3.x = mul1
4:   acc0 = mul1@2 + acc0@1; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); complex = u3.x
   ; pass = u3.y; r0.x = acc0
5:   acc0 = u2.w >= r2.z; acc1 = r2.z >= u2.w; mul01 = select(u2.w, complex@1, pass@1); pass = u2.w
   ; r4.x = mul0
6:   acc0 = max(pass@1, -pass@1); mul0 = a1.x * mul0@2; mul1 = a1.y * mul0@2; pass = mul0@2; r2.z = acc0
7:   acc0 = mul0@1 + u0.x; acc1 = mul1@1 + u0.y; mul0 = reg0.z@1 * pass@1; mul1 = acc0@2 * acc1@2; pass = u0.z
   ; r0.y = acc0; r1.zw = acc1, pass
8:   acc0 = mul0@1 + pass@1; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1; pass = mul1@1; r0.zw = acc0, pass
9:   acc0 = mul0@1 + mul1@1; mul0 = complex2(r0.x, r0.x); mul1 = acc0@1 * acc0@1; complex = rsqrt_part(r0.x)
10:  acc0 = mul1@1 + acc0@1; mul01 = complex1(complex@1, mul0@1, complex@1, r0.x)
11:  acc0 = r2.z >= u3.z; acc1 = u3.z >= r2.z; mul0 = complex2(acc0@1, acc0@1); complex = rsqrt_part(acc0@1)
   ; r2.zw = acc0, acc1
12:  acc0 = floor(r3.x); mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); pass = mul0@2; r1.x = pass
13:  acc0 = r3.x >= acc0@1; acc1 = acc0@1 >= r3.x; mul0 = a0.x * pass@1; mul1 = a0.y * pass@1
   ; r2.xy = mul0, mul1; r3.zw = acc0, acc1
14:  mul0 = r0.z * mul0@2; mul1 = r0.y * mul0@2; pass = mul0@2; r0.x = mul0
15:  mul0 = r1.z * pass@1; mul1 = a0.z * r1.x; r3.x = mul1
16:  mul0 = r2.x * mul1@2; mul1 = r2.y * mul0@1
17:  acc0 = mul0@1 + mul1@1; mul0 = mul1@2 * r0.x; mul1 = r2.z * r2.w; r1.x = mul1
18:  acc0 = mul0@1 + acc0@1; mul0 = r2.x * u0.x; mul1 = r3.z * r3.w; pass = u0.y; r1.y = mul1; r4.z = mul0
   ; reg0 = r2
19:  acc0 = max(acc0@1, u3.w); mul0 = r3.x * r1.w; mul1 = reg0.y@1 * pass@1; r0.x = acc0; r4.w = mul1
20:  acc0 = acc0@1 >= u3.x; acc1 = acc0@1 >= u3.z; mul0 = complex2(acc0@1, acc0@1)
   ; complex = log2_part(acc0@1); pass = u3.z
21:  acc0 = pass@1 >= acc0@2; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); pass = mul0@2
   ; r2.x = pass
22:  acc0 = max(r0.w, acc0@2); mul0 = complex2(r0.x, r0.x); mul1 = acc1@2 * acc0@1; complex = rcp_part(r0.x)
   ; pass = u3.y
23:  acc0 = max(acc0@1, mul1@1); mul01 = complex1(complex@1, mul0@1, complex@1, r0.x); pass = postlog2(mul0@2)
   ; r2.z = acc0
24:  acc0 = r0.x < pass@2; acc1 = pass@2 < r0.x; mul0 = u2.w * pass@1
25:  acc0 = r0.x + mul0@2; acc1 = acc0@1 + acc1@1; r0.y = acc1
26:  acc0 = acc1@1 < r1.x; acc1 = acc0@1 < u3.x; pass = preexp2(mul0@2); r3.xy = acc1, acc0
27:  acc0 = max(r2.z, r1.x); mul0 = complex2(pass@1, pass@1); complex = exp2_part(pass@1); r0.x = acc0
28:  acc0 = reg0.y@1 < r0.w; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
29:  acc0 = min(r3.x, acc0@1); r2.y = acc0
30:  acc0 = r4.x >= r0.y; mul01 = select(r0.x, mul0@2, u4.y); reg0 = r4
31:  acc0 = -mul0@1; acc1 = reg0.z@1 + reg0.w@1
32:  acc0 = r2.x + acc1@1; acc1 = acc0@2 + r3.y; mul01 = select(r2.y, acc0@1, mul0@2)
33:  acc0 = max(acc0@1, u3.x); mul01 = select(acc1@1, u3.y, mul0@1); r0.x = mul0
34:  mul0 = u1.x * acc0@1; mul1 = u1.y * acc0@1; pass = u1.z; r0.z = mul1
35:  mul0 = pass@1 * acc0@2; mul1 = u2.x * mul0@2; complex = u2.z; pass = u2.y
36:  acc0 = mul0@2 + mul1@1; mul0 = pass@1 * r0.x; mul1 = complex@1 * r0.x; v0.x = acc0
37:  acc0 = r0.z + mul0@1; acc1 = mul0@2 + mul1@1; v0.yz = acc0, acc1
