// 21 instructions, lower bound 19
// lima-vp, 21 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// a2  input arg2: vec4
// v0  output ret0: vec4
// u0  uniform arg3: vec4
// u1 = 0, 1, _, _
0:   mul0 = a1.y * a1.y; mul1 = a1.x * a1.x
1:   acc0 = mul1@1 + mul0@1; mul0 = a0.y * a0.y; mul1 = reg0.z@1 * reg0.z@1
2:   acc0 = mul1@1 + acc0@1; acc1 = a2.w + 0; mul0 = reg0.x@1 * reg0.x@1; mul1 = reg0.z@1 * reg0.z@1
   ; v0.w = acc1
3:   acc0 = mul0@1 + mul0@2; mul0 = complex2(acc0@1, acc0@1); complex = rsqrt_part(acc0@1)
4:   acc0 = mul1@2 + acc0@1; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
5:   mul0 = complex2(acc0@1, acc0@1); complex = rsqrt_part(acc0@1)
6:   mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2); pass = mul0@2; r0.y = pass
7:   mul0 = a1.x * pass@1; mul1 = a1.y * pass@1; r0.x = mul1
8:   mul0 = a0.y * mul0@2; mul1 = a0.x * mul0@2; pass = mul0@2
9:   mul0 = reg0.z@1 * pass@1; mul1 = mul1@1 * mul0@2
10:  mul0 = mul0@2 * r0.x; mul1 = a1.z * r0.y
11:  acc0 = mul1@2 + mul0@1; mul0 = mul0@2 * mul1@1
12:  acc0 = mul0@1 + acc0@1
13:  acc0 = max(acc0@1, u1.x)
14:  acc0 = min(acc0@1, u1.y)
15:  acc0 = u1.y - acc0@1
16:  mul0 = acc0@1 * acc0@1
17:  mul0 = acc0@2 * mul0@1
18:  mul0 = mul0@1 * u0.x; mul1 = mul0@1 * u0.z
19:  acc0 = a2.z + mul1@1; acc1 = a2.x + mul0@1; mul0 = mul0@2 * u0.y; v0.xz = acc1, acc0
20:  acc0 = a2.y + mul0@1; v0.y = acc0
