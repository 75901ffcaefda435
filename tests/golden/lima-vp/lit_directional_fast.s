// 18 instructions, lower bound 17
// lima-vp, 18 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output ret0: vec4
// v1      output ret1: vec4
// u0..u9  uniform arg2: vec4[10]
// u10 = 0, _, _, _
0:   mul0 = u4.x * a1.x; mul1 = u4.y * a1.y; pass = u4.z
1:   acc0 = mul0@1 + mul1@1; mul0 = u5.x * reg0.x@1; mul1 = u5.y * reg0.y@1; pass = u5.z
2:   acc0 = mul0@1 + mul1@1; mul0 = pass@2 * a1.z; mul1 = pass@1 * a1.z
3:   acc0 = acc0@2 + mul0@1; acc1 = acc0@1 + mul1@1; mul0 = u6.x * reg0.x@1; mul1 = u6.y * reg0.y@1
   ; pass = u6.z
4:   acc0 = mul0@1 + mul1@1; mul0 = u7.x * acc0@1; mul1 = pass@1 * a1.z; pass = u7.y
5:   acc0 = acc0@1 + mul1@1; mul0 = acc1@2 * pass@1; mul1 = u0.x * a0.x; pass = u0.y
6:   acc0 = mul0@2 + mul0@1; mul0 = u2.x * reg0.x@1; mul1 = pass@1 * reg0.y@1; pass = u2.y
7:   acc0 = mul1@2 + mul1@1; mul0 = acc0@2 * u7.z; mul1 = pass@1 * a0.y; r0.z = acc0
8:   acc0 = acc0@2 + mul0@1; acc1 = mul0@2 + mul1@1; mul0 = u1.x * a0.x; mul1 = u1.y * a0.y; r0.x = acc0
   ; r1.z = acc1
9:   acc0 = mul0@1 + mul1@1; acc1 = u3.w; mul0 = u3.x * reg0.x@1; mul1 = u3.y * reg0.y@1; pass = u3.z
   ; r1.x = acc0
10:  acc0 = mul0@1 + mul1@1; mul0 = u2.z * a0.z; mul1 = pass@1 * a0.z; pass = u2.w
11:  acc0 = max(r0.x, u10.x); mul0 = acc1@2 * reg0.w@1; mul1 = pass@1 * reg0.w@1; r1.yw = acc0, mul1
12:  acc0 = r1.z + mul0@2; acc1 = acc0@2 + mul1@2; mul0 = u0.z * a0.z; mul1 = u0.w * a0.w; r1.z = acc0
13:  acc0 = r0.z + mul0@1; acc1 = acc1@1 + mul0@2; mul0 = u1.z * reg0.z@1; mul1 = u1.w * reg0.w@1; v0.w = acc1
14:  acc0 = r1.x + mul0@1; acc1 = acc0@1 + mul1@2; mul0 = r1.y * u8.x; mul1 = r1.y * u8.z; pass = u8.w
   ; v0.x = acc1
15:  acc0 = acc0@1 + mul1@2; acc1 = r1.z + r1.w; mul0 = r1.y * pass@1; mul1 = r1.y * u8.y; v0.yz = acc0, acc1
16:  acc0 = mul0@2 + u9.x; acc1 = mul1@2 + u9.z; pass = u9.w; v1.xz = acc0, acc1
17:  acc0 = mul0@2 + pass@1; acc1 = mul1@2 + u9.y; v1.yw = acc1, acc0
