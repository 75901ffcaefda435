// 20 instructions, lower bound 20
// lima-vp, 20 instructions
// a0      input arg0: vec2
// a1      input arg1: vec4
// v0      output ret0: vec4
// u0..u1  uniform arg2: vec4[2]
// u2 = 0, 5.421011e-20, 0.5, 1
0:   acc0 = a0.x - u0.x; acc1 = a0.y - u0.y
1:   acc0 = max(acc0@1, -acc0@1); acc1 = max(acc1@1, -acc1@1)
2:   acc0 = acc0@1 - u0.z; acc1 = acc1@1 - u0.w
3:   acc0 = acc0@1 + u1.x; acc1 = acc1@1 + u1.x
4:   acc0 = max(acc0@1, u2.x); acc1 = max(acc1@1, u2.x)
5:   acc0 = max(acc0@2, acc1@2); mul0 = acc0@1 * acc0@1; mul1 = acc1@1 * acc1@1
6:   acc0 = mul0@1 + mul1@1; r0.x = acc0
7:   acc0 = min(acc0@2, u2.x); mul0 = complex2(acc0@1, acc0@1); mul1 = acc0@1 * u2.y
   ; complex = rsqrt_part(acc0@1); r0.zw = mul1, acc0
8:   mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
9:   nop
10:  mul0 = r0.x * mul0@2
11:  acc0 = max(mul0@1, r0.z)
12:  acc0 = r0.w + acc0@1
13:  acc0 = acc0@1 - u1.x
14:  mul0 = u1.y * acc0@1
15:  acc0 = u2.z - mul0@1
16:  acc0 = max(acc0@1, u2.x)
17:  acc0 = min(acc0@1, u2.w)
18:  mul0 = a1.x * acc0@1; mul1 = a1.y * acc0@1; v0.xy = mul0, mul1
19:  mul0 = reg0.z@1 * acc0@2; mul1 = reg0.w@1 * acc0@2; v0.zw = mul0, mul1
