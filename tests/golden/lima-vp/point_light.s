// 18 instructions, lower bound 18
// lima-vp, 18 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// a2      input arg2: vec4
// v0      output ret0: vec4
// u0..u2  uniform arg3: vec4[3]
// u3 = 0, 5.421011e-20, _, _
0:   acc0 = u0.x - a0.x; acc1 = u0.y - a0.y; r0.x = acc1
1:   acc0 = u0.z - reg0.z@1; mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1; pass = a2.w; v0.w = pass
2:   acc0 = mul0@1 + mul1@1; mul0 = acc0@1 * acc0@1; mul1 = a1.x * acc0@2
3:   acc0 = mul0@1 + acc0@1; mul0 = reg0.y@1 * r0.x; mul1 = reg0.z@1 * acc0@2; r0.x = acc0
4:   acc0 = mul1@2 + mul0@1; mul0 = complex2(acc0@1, acc0@1); mul1 = acc0@1 * u3.y
   ; complex = rsqrt_part(acc0@1); r0.z = mul1
5:   acc0 = mul1@2 + acc0@1; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); pass = u1.x
6:   mul0 = u2.z * r0.x; mul1 = a2.x * pass@1; r1.xz = mul0, mul1
7:   mul0 = r0.x * mul0@2; mul1 = acc0@2 * mul0@2; complex = u1.z; pass = u1.y
8:   acc0 = max(mul0@1, r0.z); acc1 = max(mul1@1, u3.x); mul0 = a2.y * pass@1; mul1 = complex@1 * a2.z
   ; r0.xy = acc1, mul1; r1.w = mul0
9:   mul0 = u2.y * acc0@1
10:  acc0 = u2.x + mul0@1
11:  acc0 = r1.x + acc0@1
12:  mul0 = complex2(acc0@1, acc0@1); complex = rcp_part(acc0@1)
13:  mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
14:  nop
15:  mul0 = r0.x * mul0@2
16:  mul0 = r1.z * mul0@1; mul1 = r1.w * mul0@1; v0.xy = mul0, mul1
17:  mul0 = r0.y * mul0@2; v0.z = mul0
