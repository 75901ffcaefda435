// 19 instructions, lower bound 17
// lima-vp, 19 instructions
// a0      input arg0: vec4
// a1      input arg1: vec4
// v0      output ret0: vec4
// v1      output ret1: vec4
// u0..u9  uniform arg2: vec4[10]
// u10 = 0, _, _, _
0:   mul0 = a1.x * u4.x; mul1 = a1.y * u4.y
1:   acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u5.x; mul1 = reg0.y@1 * u5.y; r0.x = acc0
2:   acc0 = mul0@1 + mul1@1; mul0 = a1.y * u6.y; mul1 = a1.x * u6.x; pass = u6.z
3:   acc0 = mul0@1 + mul1@1; mul0 = reg0.z@1 * u5.z; mul1 = reg0.z@1 * pass@1
4:   acc0 = mul0@1 + acc0@2; acc1 = mul1@1 + acc0@1; mul0 = a1.z * u4.z
5:   acc0 = mul0@1 + r0.x; mul0 = u7.z * acc1@1; mul1 = u7.y * acc0@1; r0.x = mul0
6:   mul0 = acc0@1 * u7.x
7:   acc0 = mul0@1 + mul1@2; mul0 = a0.y * u0.y; mul1 = a0.x * u0.x
8:   acc0 = r0.x + acc0@1; acc1 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u1.x; mul1 = reg0.y@1 * u1.y
   ; r0.xz = acc0, acc1
9:   acc0 = mul0@1 + mul1@1; mul0 = a0.y * u2.y; mul1 = a0.x * u2.x; pass = u2.z; r1.x = acc0
10:  acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u3.x; mul1 = reg0.y@1 * u3.y; r1.z = acc0
11:  acc0 = mul0@1 + mul1@1; mul0 = a0.w * u3.w; mul1 = a0.z * pass@2; pass = u3.z; r1.y = mul0
12:  acc0 = max(r0.x, u10.x); mul0 = reg0.z@1 * pass@1; r0.x = acc0
13:  acc0 = mul1@2 + r1.z; acc1 = mul0@1 + acc0@2; mul0 = a0.w * u1.w; mul1 = a0.z * u1.z; r0.y = acc0
14:  acc0 = mul1@1 + r1.x; acc1 = r1.y + acc1@1; mul0 = reg0.z@1 * u0.z; mul1 = reg0.w@1 * u0.w; v0.w = acc1
15:  acc0 = mul0@1 + r0.z; acc1 = mul0@2 + acc0@1; mul0 = a0.w * u2.w; v0.y = acc1
16:  acc0 = mul1@2 + acc0@1; acc1 = mul0@1 + r0.y; mul0 = u8.x * r0.x; mul1 = u8.y * r0.x; complex = u8.w
   ; pass = u8.z; v0.xz = acc0, acc1
17:  acc0 = u9.y + mul1@1; acc1 = u9.x + mul0@1; mul0 = pass@1 * r0.x; mul1 = complex@1 * r0.x
   ; v1.xy = acc1, acc0
18:  acc0 = u9.w + mul1@1; acc1 = u9.z + mul0@1; v1.zw = acc1, acc0
