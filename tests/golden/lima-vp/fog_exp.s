// 9 instructions, lower bound 9
// lima-vp, 9 instructions
// a0  input arg0: vec4
// a1  input arg1: float
// v0  output ret0: vec4
// u0  uniform arg2: vec4
0:  mul0 = a1.x * u0.w
1:  acc0 = a0.x - u0.x; acc1 = a0.y - u0.y; mul0 = -(mul0@1 * mul0@1); pass = a0.w; r0.xy = acc0, acc1
  ; v0.w = pass
2:  acc0 = reg0.z@1 - u0.z; pass = preexp2(mul0@1); r0.z = acc0
3:  mul0 = complex2(pass@1, pass@1); complex = exp2_part(pass@1)
4:  mul01 = complex1(complex@1, mul0@1, complex@1, pass@2)
5:  nop
6:  mul0 = r0.x * mul0@2; mul1 = r0.y * mul0@2; pass = mul0@2
7:  acc0 = u0.x + mul0@1; acc1 = u0.y + mul1@1; mul0 = r0.z * pass@1; v0.xy = acc0, acc1
8:  acc0 = u0.z + mul0@1; v0.z = acc0
