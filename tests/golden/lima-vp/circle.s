// 15 instructions, lower bound 15
// lima-vp, 15 instructions
// a0  input arg0: vec2
// v0  output ret0: vec4
// u0  uniform arg1: vec4
// u1  uniform arg2: vec4
// u2 = 0, 5.421011e-20, 0.5, 1
0:   acc0 = a0.x - u0.x; acc1 = a0.y - u0.y
1:   mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
2:   acc0 = mul0@1 + mul1@1; r0.x = acc0
3:   mul0 = complex2(acc0@1, acc0@1); mul1 = acc0@1 * u2.y; complex = rsqrt_part(acc0@1); r0.z = mul1
4:   mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
5:   nop
6:   mul0 = r0.x * mul0@2
7:   acc0 = max(mul0@1, r0.z)
8:   acc0 = acc0@1 - u0.z
9:   mul0 = u0.w * acc0@1
10:  acc0 = u2.z - mul0@1
11:  acc0 = max(acc0@1, u2.x)
12:  acc0 = min(acc0@1, u2.w)
13:  mul0 = u1.x * acc0@1; mul1 = u1.y * acc0@1; v0.xy = mul0, mul1
14:  mul0 = u1.z * acc0@2; mul1 = u1.w * acc0@2; v0.zw = mul0, mul1
