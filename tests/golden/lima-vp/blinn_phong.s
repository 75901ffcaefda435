// 36 instructions, lower bound 35
// lima-vp, 36 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output ret0: vec4
// u0..u2  uniform arg2: vec4[3]
// u3 = 0, 1, nan, 0.0001
// u4 = 0.5, inf, _, _
0:   acc0 = floor(u2.w); mul0 = a1.x * a1.x; mul1 = a1.y * a1.y; r1.z = acc0
1:   acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * reg0.z@1; mul1 = a0.y * a0.y; pass = u3.y; v0.w = pass
2:   acc0 = mul0@1 + acc0@1; mul0 = reg0.x@1 * reg0.x@1; mul1 = reg0.z@1 * reg0.z@1; pass = u4.x
3:   acc0 = mul0@1 + mul1@2; mul0 = complex2(acc0@1, acc0@1); mul1 = u2.w * pass@1
   ; complex = rsqrt_part(acc0@1); r2.z = mul1
4:   acc0 = mul1@2 + acc0@1; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); complex = u3.x
   ; pass = u3.y; r0.x = acc0
5:   acc0 = max(u2.w, -u2.w); mul01 = select(u2.w, complex@1, pass@1); pass = u2.w; r2.xy = acc0, pass
   ; r4.z = mul0
6:   acc0 = r1.z >= pass@1; acc1 = pass@1 >= r1.z; mul0 = a1.x * mul0@2; mul1 = a1.y * mul0@2; pass = mul0@2
7:   acc0 = mul1@1 + u0.y; acc1 = mul0@1 + u0.x; mul0 = reg0.z@1 * pass@1; mul1 = acc1@1 * acc0@1; pass = u0.z
   ; r3.xy = mul1, pass; r0.zw = acc1, acc0
8:   acc0 = mul0@1 + pass@1; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1; r1.x = acc0
9:   acc0 = mul1@1 + mul0@1; mul0 = complex2(r0.x, r0.x); mul1 = acc0@1 * acc0@1; complex = rsqrt_part(r0.x)
10:  acc0 = mul1@1 + acc0@1; mul01 = complex1(complex@1, mul0@1, complex@1, r0.x)
11:  acc0 = r2.x >= u4.y; acc1 = u4.y >= r2.x; mul0 = complex2(acc0@1, acc0@1); complex = rsqrt_part(acc0@1)
   ; r0.xy = acc0, acc1
12:  acc0 = floor(r2.z); mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); pass = mul0@2; r1.y = pass
13:  acc0 = acc0@1 >= r2.z; acc1 = r2.z >= acc0@1; mul0 = a0.y * pass@1; mul1 = a0.x * pass@1
   ; r4.xy = acc0, mul1; r1.zw = acc1, mul0
14:  mul0 = r0.z * mul0@2; mul1 = r0.w * mul0@2; pass = mul0@2
15:  mul0 = mul1@2 * mul0@1; mul1 = mul0@2 * mul1@1
16:  acc0 = mul0@1 + mul1@1; mul0 = r1.x * pass@2; mul1 = a0.z * r1.y; r2.z = mul1
17:  mul0 = mul1@1 * mul0@1; mul1 = r0.x * r0.y; r0.x = mul1
18:  acc0 = mul0@1 + acc0@2; mul0 = r1.z * r4.x; mul1 = r1.w * u0.y; pass = u0.x; r1.y = mul1; r0.z = mul0
19:  acc0 = max(acc0@1, u3.w); mul0 = reg0.y@1 * pass@1; mul1 = r2.z * r3.y; r1.x = mul0; r3.zw = acc0, mul1
20:  acc0 = u4.y >= acc0@1; acc1 = acc0@1 >= u4.y; mul0 = complex2(acc0@1, acc0@1)
   ; complex = log2_part(acc0@1)
21:  acc0 = acc0@2 >= u3.x; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
22:  acc0 = r3.x + acc0@1; acc1 = r3.z - u3.y; mul0 = complex2(r3.z, r3.z); mul1 = acc1@2 * acc0@2
   ; complex = rcp_part(r3.z); pass = r3.w; r3.w = acc1
23:  acc0 = acc0@1 + mul1@1; acc1 = r1.x + r1.y; mul01 = complex1(complex@1, mul0@1, complex@1, r3.z)
   ; pass = postlog2(mul0@2); reg0 = r1
24:  acc0 = acc0@1 + r0.x; acc1 = pass@2 + acc1@1; mul0 = u2.w * pass@1; r1.xy = acc0, acc1
25:  acc0 = r3.z + mul0@2; mul01 = select(r3.w, u3.x, u3.y); pass = preexp2(mul0@1); r1.z = mul0
26:  acc0 = acc0@1 < u3.x; acc1 = r0.z < r3.x; mul0 = complex2(pass@1, pass@1); complex = exp2_part(pass@1)
27:  acc0 = r4.z + mul0@2; mul01 = complex1(complex@1, mul0@1, complex@1, pass@2); r0.z = acc0
28:  acc0 = min(acc0@2, acc1@2); acc1 = min(r1.z, r0.x); r0.x = acc0
29:  acc0 = max(r1.y, u3.x); mul01 = select(r1.x, mul0@2, u3.z); r1.x = acc0
30:  acc0 = -mul0@1; acc1 = r0.z + acc1@2; mul0 = u1.x * acc0@1; mul1 = u1.y * acc0@1; r0.zw = mul0, mul1
31:  mul01 = select(r0.x, acc0@1, mul0@2)
32:  mul01 = select(acc1@2, u3.y, mul0@1)
33:  mul0 = u2.y * mul0@1; mul1 = u2.z * mul0@1; pass = u2.x
34:  acc0 = r0.w + mul0@1; mul0 = pass@1 * mul0@2; mul1 = u1.z * r1.x; v0.y = acc0; reg0 = r0
35:  acc0 = r0.z + mul0@1; acc1 = mul1@1 + mul1@2; v0.xz = acc0, acc1
