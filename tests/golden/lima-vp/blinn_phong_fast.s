// 30 instructions, lower bound 29
// lima-vp, 30 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output ret0: vec4
// u0..u2  uniform arg2: vec4[3]
// u3 = 0, 0.0001, 1, _
0:   mul0 = a1.x * a1.x; mul1 = a1.y * a1.y; pass = u3.z; v0.w = pass
1:   acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * reg0.z@1; mul1 = a0.x * a0.x
2:   acc0 = acc0@1 + mul0@1; mul0 = reg0.y@1 * reg0.y@1; mul1 = reg0.z@1 * reg0.z@1
3:   acc0 = mul1@2 + mul0@1; mul0 = complex2(acc0@1, acc0@1); mul1 = a0.x * u0.x; complex = rsqrt_part(acc0@1)
   ; r0.x = mul1
4:   acc0 = acc0@1 + mul1@2; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); r0.z = acc0
5:   mul0 = a0.y * u0.y; mul1 = a0.z * u0.z; r1.x = mul1
6:   acc0 = r0.x + mul0@1; mul0 = a1.z * mul0@2; mul1 = a1.x * mul0@2; pass = mul0@2
7:   acc0 = mul0@1 + u0.z; acc1 = mul1@1 + u0.x; mul0 = reg0.y@1 * pass@1; r0.x = acc1
8:   acc0 = mul0@1 + u0.y; acc1 = acc0@2 + r1.x; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1; r1.x = acc1
9:   acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * acc0@1; mul1 = acc0@2 * a0.z
10:  acc0 = acc0@1 + mul0@1; mul0 = r0.x * reg0.x@1; mul1 = acc0@2 * reg0.y@1
11:  acc0 = mul1@2 + mul0@1; mul0 = complex2(acc0@1, acc0@1); complex = rsqrt_part(acc0@1)
12:  acc0 = acc0@1 + mul1@2; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); r0.x = acc0
13:  mul0 = complex2(r0.z, r0.z); complex = rsqrt_part(r0.z)
14:  mul01 = complex1(complex@1, mul0@1, complex@1, r0.z); pass = mul0@2
15:  mul0 = r0.x * pass@1
16:  mul0 = mul0@1 * mul0@2; mul1 = r1.x * mul0@2
17:  acc0 = max(mul0@1, u3.y); acc1 = max(mul1@1, u3.x); r0.x = acc1
18:  mul0 = complex2(acc0@1, acc0@1); mul1 = u1.x * acc1@1; complex = log2_part(acc0@1); r0.z = mul1
19:  mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
20:  mul0 = u1.y * r0.x; mul1 = u1.z * r0.x; r0.xy = mul0, mul1
21:  pass = postlog2(mul0@2)
22:  mul0 = u2.w * pass@1
23:  pass = preexp2(mul0@1)
24:  mul0 = complex2(pass@1, pass@1); complex = exp2_part(pass@1)
25:  mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
26:  nop
27:  mul0 = u2.x * mul0@2; mul1 = u2.y * mul0@2; pass = mul0@2
28:  acc0 = r0.z + mul0@1; acc1 = r0.x + mul1@1; mul0 = u2.z * pass@1; v0.xy = acc0, acc1
29:  acc0 = r0.y + mul0@1; v0.z = acc0
