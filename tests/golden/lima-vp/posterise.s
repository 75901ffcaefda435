// 5 instructions, lower bound 4
// lima-vp, 5 instructions
// a0  input arg0: vec4
// a1  input arg1: float
// v0  output ret0: vec4
// u0 = 0.125, _, _, _
0:  mul0 = a1.x * u0.x; v0.w = mul0
1:  mul0 = a0.x * reg0.x@1; mul1 = a0.y * reg0.x@1
2:  acc0 = floor(mul0@1); acc1 = floor(mul1@1); mul0 = reg0.z@1 * a1.x
3:  acc0 = floor(mul0@1); mul0 = acc0@1 * u0.x; mul1 = acc1@1 * u0.x; v0.xy = mul0, mul1
4:  mul0 = acc0@1 * u0.x; v0.z = mul0
