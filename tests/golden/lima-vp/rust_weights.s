// 13 instructions, lower bound 9
// lima-vp, 13 instructions
// a0      input value: vec4
// a1      input weight: vec4
// v0      output out: vec4
// u0..u1  uniform bias: vec4[2]
// u2 = 0, 1, _, _
0:   complex = u2.y; pass = u2.x; v0.w = complex; reg0 = a1
1:   acc0 = max(u0.x, pass@1); mul0 = a0.x * reg0.x@1; mul1 = a0.y * reg0.y@1; r0.xy = mul0, mul1
2:   acc0 = max(acc0@1, u0.y); mul0 = reg0.z@1 * a1.z; mul1 = reg0.w@1 * a1.w; r0.zw = mul0, mul1
3:   acc0 = max(acc0@1, u0.z)
4:   acc0 = max(acc0@1, u0.w)
5:   acc0 = max(acc0@1, u1.x)
6:   acc0 = r0.x + r0.y
7:   acc0 = max(acc0@2, u1.y)
8:   acc0 = r0.z + acc0@2
9:   acc0 = max(acc0@2, u1.z)
10:  acc0 = r0.w + acc0@2; v0.x = acc0
11:  acc0 = max(acc0@2, u1.w); v0.y = acc0
12:  acc0 = max(acc0@2, acc0@1); v0.z = acc0
