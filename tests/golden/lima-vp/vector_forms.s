// 12 instructions, lower bound 11
// lima-vp, 12 instructions
// a0  input a: vec4
// a1  input b: vec4
// v0  output ret0: vec4
// u0  uniform u: vec4
0:   acc0 = max(a1.y, -a1.y); acc1 = max(a1.z, -a1.z)
1:   acc0 = a0.y < reg0.y@1; acc1 = a0.x < reg0.x@1
2:   acc0 = floor(acc0@2); acc1 = floor(acc1@2); mul01 = select(acc1@1, reg0.x@1, a1.x); r0.xy = acc0, acc1
3:   acc0 = min(acc1@1, reg0.z@1); acc1 = min(acc0@1, reg0.y@1); mul01 = select(acc0@2, a0.y, reg0.y@1)
   ; r1.x = acc0; r0.w = mul0
4:   acc0 = mul0@2 + 0; r0.z = acc0; reg0 = a0
5:   acc0 = max(-r0.x, acc1@2); acc1 = max(reg0.y@1, reg0.w@1); r1.z = acc1; reg0 = a1
6:   acc0 = a0.z < reg0.z@1; acc1 = a0.w < reg0.w@1; mul0 = acc0@1 * u0.y; pass = a0.z
7:   acc0 = r0.z + r0.w; acc1 = mul0@1 + r0.w; mul01 = select(acc0@1, reg0.z@1, a1.z); complex = reg0.w@1
   ; pass = reg0.x@1; v0.y = acc1; r0.z = mul0
8:   acc0 = max(-r0.y, r1.x); acc1 = max(pass@1, pass@2); mul01 = select(acc1@2, complex@1, reg0.w@1)
   ; r0.x = mul0
9:   acc0 = acc0@2 + mul0@2; mul0 = acc0@1 * u0.z
10:  acc0 = max(acc1@2, r1.z); v0.w = acc0
11:  acc0 = acc0@2 + r0.x; acc1 = mul0@2 + r0.z; v0.xz = acc0, acc1
