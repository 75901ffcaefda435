// 17 instructions, lower bound 16
// lima-vp, 17 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// v0  output ret0: vec4
// u0 = 0.5, 1, 2, _
0:   mul0 = a1.x * a1.x; mul1 = a1.y * a1.y; pass = u0.y; v0.w = pass
1:   acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * reg0.z@1
2:   acc0 = mul0@1 + acc0@1
3:   mul0 = complex2(acc0@1, acc0@1); complex = rsqrt_part(acc0@1)
4:   mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
5:   nop
6:   mul0 = a1.x * mul0@2; mul1 = a1.y * mul0@2; pass = mul0@2; r0.xy = mul0, mul1
7:   mul0 = reg0.z@1 * pass@1; mul1 = a0.x * mul0@1; r0.z = mul0
8:   mul0 = reg0.y@1 * mul1@2; mul1 = reg0.z@1 * mul0@1
9:   acc0 = mul1@2 + mul0@1
10:  acc0 = mul1@2 + acc0@1
11:  mul0 = acc0@1 * u0.z
12:  mul0 = r0.x * mul0@1; mul1 = r0.y * mul0@1
13:  acc0 = a0.x - mul0@1; acc1 = a0.y - mul1@1; mul0 = r0.z * mul0@2
14:  acc0 = reg0.z@1 - mul0@1; mul0 = acc0@1 * u0.x; mul1 = acc1@1 * u0.x
15:  acc0 = mul0@1 + u0.x; acc1 = mul1@1 + u0.x; mul0 = acc0@1 * u0.x; v0.xy = acc0, acc1
16:  acc0 = mul0@1 + u0.x; v0.z = acc0
