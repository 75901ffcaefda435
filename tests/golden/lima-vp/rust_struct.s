// 14 instructions, lower bound 13
// lima-vp, 14 instructions
// a0  input r: float
// a1  input g: float
// a2  input b: float
// v0  output ret0: vec4
// u0  uniform gain: float
// u1 = 0.3, 1, 0, 0.1
// u2 = 0.6, _, _, _
0:   mul0 = a0.x * u1.x; pass = u1.y; v0.w = pass
1:   mul0 = a1.x * u2.x
2:   acc0 = mul0@2 + mul0@1; mul0 = a2.x * u1.w
3:   acc0 = acc0@1 + mul0@1; r0.x = acc0; reg0 = a2
4:   acc0 = a0.x - acc0@1; acc1 = reg0.x@1 - acc0@1
5:   acc0 = a1.x - acc0@2; mul0 = acc0@1 * u0.x; mul1 = acc1@1 * u0.x; pass = u0.x
6:   acc0 = r0.x + mul0@1; acc1 = r0.x + mul1@1; mul0 = acc0@1 * pass@1; r0.z = acc1
7:   acc0 = acc0@1 < u1.z; acc1 = acc1@1 < u1.z; pass = u1.z
8:   acc0 = r0.x + mul0@2; mul01 = select(acc0@1, pass@1, acc0@2); r0.x = mul0
9:   acc0 = u1.y < mul0@1; acc1 = acc0@1 < pass@2; mul01 = select(acc1@2, pass@2, r0.z); pass = u1.y
   ; r0.zw = mul0, pass
10:  acc0 = pass@1 < mul0@1; mul01 = select(acc1@1, u1.z, acc0@2); r0.y = acc0
11:  acc0 = pass@2 < mul0@1; mul01 = select(acc0@2, pass@2, r0.x); v0.x = mul0
12:  mul01 = select(acc0@1, u1.y, mul0@2); v0.y = mul0
13:  mul01 = select(r0.y, r0.w, r0.z); v0.z = mul0
