// 19 instructions, lower bound 17
// lima-vp, 19 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output ret0: vec4
// v1      output ret1: vec4
// u0..u9  uniform arg2: vec4[10]
// u10 = 0, _, _, _
0:   mul0 = u5.z * a1.z; mul1 = u5.y * a1.y; pass = u5.x; r0.xy = mul1, mul0
1:   mul0 = u4.x * reg0.x@1; mul1 = u4.y * reg0.y@1
2:   acc0 = mul0@1 + mul1@1; mul0 = u4.z * a1.z; mul1 = pass@2 * a1.x
3:   acc0 = mul1@1 + r0.x; acc1 = acc0@1 + mul0@1; mul0 = u6.x * reg0.x@1; mul1 = u6.y * reg0.y@1
4:   acc0 = mul0@1 + mul1@1; acc1 = acc0@1 + r0.y; mul0 = u6.z * a1.z
5:   acc0 = acc0@1 + mul0@1; mul0 = u7.x * acc1@2; mul1 = acc1@1 * u7.y; pass = u7.z
6:   acc0 = mul0@1 + mul1@1; mul0 = u3.x * a0.x; mul1 = acc0@1 * pass@1; r0.z = mul0
7:   acc0 = acc0@1 + mul1@1; mul0 = u1.x * reg0.x@1; mul1 = u1.y * reg0.y@1; r0.x = acc0
8:   acc0 = mul0@1 + mul1@1; mul0 = u0.x * a0.x; mul1 = u0.y * a0.y; pass = u0.z; r1.z = acc0
9:   acc0 = mul0@1 + mul1@1; mul0 = u2.x * reg0.x@1; mul1 = u2.y * reg0.y@1; pass = u2.z; r1.x = acc0
10:  acc0 = mul0@1 + mul1@1; mul0 = u3.y * a0.y; mul1 = pass@2 * a0.z; pass = u3.z; r1.y = mul1
11:  acc0 = max(r0.x, u10.x); mul0 = pass@2 * reg0.z@1; mul1 = pass@1 * reg0.z@1; r0.xy = mul1, acc0
12:  acc0 = acc0@2 + mul0@1; acc1 = r0.z + mul0@2; mul0 = u1.z * a0.z; mul1 = u1.w * a0.w; r0.z = acc0
13:  acc0 = r1.x + r1.y; acc1 = r1.z + mul0@1; mul0 = u0.w * reg0.w@1
14:  acc0 = acc1@1 + mul1@2; acc1 = acc1@2 + r0.x; mul0 = u2.w * a0.w; v0.y = acc0
15:  acc0 = acc0@2 + mul0@2; acc1 = r0.z + mul0@1; mul0 = u3.w * reg0.w@1; v0.xz = acc0, acc1
16:  acc0 = acc1@2 + mul0@1; mul0 = r0.y * u8.x; mul1 = r0.y * u8.y; complex = u8.w; pass = u8.z; v0.w = acc0
17:  acc0 = mul1@1 + u9.y; acc1 = mul0@1 + u9.x; mul0 = r0.y * pass@1; mul1 = complex@1 * r0.y
   ; v1.xy = acc1, acc0
18:  acc0 = mul1@1 + u9.w; acc1 = mul0@1 + u9.z; v1.zw = acc1, acc0
