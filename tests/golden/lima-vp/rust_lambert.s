// 11 instructions, lower bound 10
// lima-vp, 11 instructions
// a0  input nx: float
// a1  input ny: float
// a2  input nz: float
// v0  output out: vec4
// u0  uniform light: vec3
// u1  uniform colour: vec4
// u2 = 0, _, _, _
0:   mul0 = a0.x * a0.x; mul1 = a0.x * u0.x
1:   mul0 = a1.x * a1.x; mul1 = a1.x * u0.y
2:   acc0 = mul0@2 + mul0@1; acc1 = mul1@2 + mul1@1; mul0 = a2.x * a2.x; mul1 = a2.x * u0.z
3:   acc0 = acc0@1 + mul0@1; acc1 = mul1@1 + acc1@1; r0.x = acc1
4:   mul0 = complex2(acc0@1, acc0@1); complex = rsqrt_part(acc0@1)
5:   mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
6:   nop
7:   mul0 = r0.x * mul0@2
8:   acc0 = max(mul0@1, u2.x)
9:   mul0 = u1.x * acc0@1; mul1 = u1.y * acc0@1; v0.xy = mul0, mul1
10:  mul0 = u1.z * acc0@2; mul1 = u1.w * acc0@2; v0.zw = mul0, mul1
