// 31 instructions, lower bound 30
// lima-vp, 31 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output ret0: vec4
// u0..u2  uniform arg2: vec4[3]
// u3 = 0, 0.0001, 1, _
0:   mul0 = a1.x * a1.x; mul1 = a1.y * a1.y; pass = u3.z; v0.w = pass
1:   acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * reg0.z@1; mul1 = a0.y * a0.y
2:   acc0 = acc0@1 + mul0@1; mul0 = reg0.x@1 * reg0.x@1; mul1 = reg0.z@1 * reg0.z@1
3:   acc0 = mul0@1 + mul1@2; mul0 = complex2(acc0@1, acc0@1); complex = rsqrt_part(acc0@1)
4:   acc0 = acc0@1 + mul1@2; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); r0.x = acc0
5:   nop
6:   mul0 = mul0@2 * a1.y; mul1 = mul0@2 * a1.z; pass = mul0@2
7:   acc0 = u0.y + mul0@1; acc1 = u0.z + mul1@1; mul0 = complex2(r0.x, r0.x); mul1 = pass@1 * reg0.x@1
   ; complex = rsqrt_part(r0.x); r0.zw = acc1, acc0
8:   acc0 = u0.x + mul1@1; mul01 = complex1(complex@1, mul0@1, complex@1, r0.x); r0.x = acc0
9:   mul0 = acc0@2 * acc0@2; mul1 = acc0@1 * acc0@1
10:  acc0 = mul1@1 + mul0@1; mul0 = r0.z * r0.z; mul1 = mul0@2 * a0.y; pass = mul0@2; r2.x = mul1
11:  acc0 = acc0@1 + mul0@1; mul0 = pass@1 * reg0.x@1; mul1 = pass@1 * reg0.z@1; r0.y = mul0; r1.z = mul1
12:  mul0 = complex2(acc0@1, acc0@1); mul1 = r0.w * mul1@2; complex = rsqrt_part(acc0@1); r1.x = mul1
13:  mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
14:  mul0 = r0.x * r0.y; mul1 = r0.z * r1.z
15:  mul0 = mul0@1 * mul0@2; mul1 = r1.x * mul0@2; pass = mul0@2
16:  acc0 = mul0@1 + mul1@1; mul0 = mul1@2 * pass@1; mul1 = u0.x * r0.y; r0.x = mul1
17:  acc0 = acc0@1 + mul0@1; mul0 = u0.y * r2.x; mul1 = u0.z * r1.z; r0.z = mul1
18:  acc0 = max(acc0@1, u3.y)
19:  acc0 = r0.x + mul0@2; mul0 = complex2(acc0@1, acc0@1); complex = log2_part(acc0@1)
20:  acc0 = acc0@1 + r0.z; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
21:  acc0 = max(acc0@1, u3.x)
22:  mul0 = acc0@1 * u1.y; mul1 = acc0@1 * u1.z; complex = u1.x; pass = postlog2(mul0@2); r0.xy = mul1, mul0
23:  mul0 = u2.w * pass@1; mul1 = complex@1 * acc0@2; r0.z = mul1
24:  pass = preexp2(mul0@1)
25:  mul0 = complex2(pass@1, pass@1); complex = exp2_part(pass@1)
26:  mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
27:  nop
28:  mul0 = mul0@2 * u2.x; mul1 = mul0@2 * u2.z; pass = mul0@2
29:  acc0 = mul1@1 + r0.x; acc1 = mul0@1 + r0.z; mul0 = pass@1 * u2.y; v0.xz = acc1, acc0
30:  acc0 = mul0@1 + r0.y; v0.y = acc0
