// 10 instructions, lower bound 10
// lima-vp, 10 instructions
// a0  input a: float
// a1  input b: float
// a2  input mode: int
// v0  output out: vec4
// u0 = 0.25, 1, 2, 3
// u1 = 0.5, 1, 4, _
0:  acc0 = a2.x - u0.w; acc1 = a2.x - u0.z; mul0 = a2.x * u0.x; pass = u0.y; v0.w = pass
1:  acc0 = floor(mul0@1); mul01 = select(acc1@1, acc0@1, acc1@1); r0.z = mul0; reg0 = a1
2:  acc0 = min(a0.x, reg0.x@1); mul0 = acc0@1 * u1.z; mul1 = a0.x * reg0.x@1; r0.xy = acc0, mul1
3:  acc0 = reg0.x@1 - a1.x; acc1 = mul0@1 - u1.z
4:  acc0 = max(acc0@1, -acc0@1); pass = reg0.x@1; reg0 = a0
5:  acc0 = a2.x - u0.y; acc1 = reg0.x@1 + pass@1; mul01 = select(acc1@2, acc0@1, r0.x)
6:  mul01 = select(r0.z, mul0@1, r0.y)
7:  mul01 = select(acc0@2, mul0@1, acc1@2); reg0 = a2
8:  mul01 = select(reg0.x@1, mul0@1, a0.x); v0.x = mul0
9:  acc0 = u1.y - mul0@1; mul0 = mul0@1 * u1.x; v0.yz = mul0, acc0
