// 10 instructions, lower bound 7
// lima-vp, 10 instructions
// a0      input value: vec4
// a1      input weight: vec4
// v0      output out: vec4
// u0..u1  uniform bias: vec4[2]
// u2 = 0, 1, _, _
0:  complex = u1.z; pass = u1.x; reg0 = a1
1:  acc0 = max(u0.x, pass@1); acc1 = max(complex@1, u0.z); mul0 = a0.x * reg0.x@1; mul1 = a0.y * reg0.y@1
  ; complex = u0.w; pass = u0.y; r0.xy = acc0, acc1
2:  acc0 = max(pass@1, u1.y); acc1 = max(complex@1, u1.w); mul0 = reg0.z@1 * a1.z; mul1 = reg0.w@1 * a1.w
  ; r0.zw = mul0, mul1
3:  acc0 = mul0@2 + mul1@2; pass = u2.y; v0.w = pass
4:  acc0 = max(r0.x, r0.y); acc1 = max(acc0@2, acc1@2)
5:  acc0 = r0.z + acc0@2
6:  acc0 = max(acc0@2, acc1@2)
7:  acc0 = r0.w + acc0@2; v0.x = acc0
8:  acc0 = max(acc0@2, u2.x); v0.y = acc0
9:  acc0 = max(acc0@2, acc0@1); v0.z = acc0
