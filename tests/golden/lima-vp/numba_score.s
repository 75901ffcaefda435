// 6 instructions, lower bound 6
// lima-vp, 6 instructions
// a0  input arg0: float
// a1  input arg1: float
// v0  output ret0: float
// u0  uniform arg2: vec2
// u1 = 2, -1, _, _
0:  acc0 = a1.x - u0.y; complex = u0.x; pass = u0.y
1:  acc0 = pass@1 < reg0.x@1; acc1 = complex@1 < a0.x; mul0 = -(a0.x * reg0.x@1); mul1 = acc0@1 * u1.x
2:  acc0 = reg0.x@1 - u0.x; mul01 = select(acc0@1, mul1@1, mul0@1)
3:  mul01 = select(acc1@2, acc0@1, mul0@1)
4:  acc0 = mul0@1 < u1.y; pass = u1.y
5:  mul01 = select(acc0@1, pass@1, mul0@2); v0.x = mul0
