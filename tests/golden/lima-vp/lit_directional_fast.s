// 18 instructions, lower bound 17
// lima-vp, 18 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output ret0: vec4
// v1      output ret1: vec4
// u0..u9  uniform arg2: vec4[10]
// u10 = 0, _, _, _
0:   mul0 = a1.x * u4.x; mul1 = a1.y * u4.y; pass = u4.z
1:   acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u5.x; mul1 = reg0.y@1 * u5.y; pass = u5.z
2:   acc0 = mul0@1 + mul1@1; mul0 = a1.z * pass@2; mul1 = a1.z * pass@1
3:   acc0 = acc0@2 + mul0@1; acc1 = acc0@1 + mul1@1; mul0 = reg0.x@1 * u6.x; mul1 = reg0.y@1 * u6.y
   ; pass = u6.z
4:   acc0 = mul0@1 + mul1@1; mul0 = a1.z * pass@1; mul1 = u7.x * acc0@1; pass = u7.y
5:   acc0 = acc0@1 + mul0@1; mul0 = pass@1 * acc1@2; mul1 = a0.x * u0.x; pass = u0.y
6:   acc0 = mul1@2 + mul0@1; mul0 = u7.z * acc0@1; mul1 = reg0.y@1 * pass@1
7:   acc0 = acc0@1 + mul0@1; acc1 = mul1@2 + mul1@1; mul0 = a0.x * u1.x; mul1 = a0.y * u1.y
   ; r0.xz = acc0, acc1
8:   acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u2.x; mul1 = reg0.y@1 * u2.y; pass = u2.z; r1.x = acc0
9:   acc0 = mul0@1 + mul1@1; mul0 = a0.x * u3.x; mul1 = a0.y * u3.y; pass = u3.z
10:  acc0 = max(r0.x, u10.x); mul0 = reg0.z@1 * pass@2; mul1 = reg0.z@1 * pass@1; r0.x = acc0
11:  acc0 = mul0@2 + mul1@2; acc1 = acc0@2 + mul0@1; mul0 = a0.z * u0.z; mul1 = a0.w * u0.w; r1.z = acc1
12:  acc0 = r0.z + mul0@1; acc1 = acc0@1 + mul1@2; mul0 = reg0.z@1 * u1.z; mul1 = reg0.w@1 * u1.w; r0.y = acc1
13:  acc0 = r1.x + mul0@1; acc1 = acc0@1 + mul1@2; mul0 = a0.w * u2.w; v0.x = acc1
14:  acc0 = acc0@1 + mul1@2; acc1 = r1.z + mul0@1; mul0 = reg0.w@1 * u3.w; v0.yz = acc0, acc1
15:  acc0 = r0.y + mul0@1; mul0 = u8.x * r0.x; mul1 = u8.y * r0.x; complex = u8.w; pass = u8.z; v0.w = acc0
16:  acc0 = u9.x + mul0@1; acc1 = u9.y + mul1@1; mul0 = pass@1 * r0.x; mul1 = complex@1 * r0.x; complex = u9.w
   ; pass = u9.z; v1.xy = acc0, acc1
17:  acc0 = pass@1 + mul0@1; acc1 = complex@1 + mul1@1; v1.zw = acc0, acc1
