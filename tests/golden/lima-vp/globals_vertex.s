// 16 instructions, lower bound 15
// lima-vp, 16 instructions
// a0      input position: vec4
// a1      input tint: vec4
// v0      output gl_Position: vec4
// v1      output colour: vec4
// u0..u3  uniform mvp: vec4[4]
// u4      uniform fade: vec4
// u5..u6  uniform gl_mali_ViewportTransform: vec4[2]
// u7 = 1e+10, -1e+10, _, _
0:   mul0 = a0.x * u0.w; mul1 = a0.x * u0.y; pass = u0.z; r0.z = mul1
1:   acc0 = u1.x; mul0 = reg0.y@1 * u1.w; mul1 = reg0.x@1 * pass@1; pass = u1.y; r0.x = mul1
2:   acc0 = mul0@2 + mul0@1; mul0 = a0.z * u2.w; mul1 = a0.y * pass@1; pass = u2.x
3:   acc0 = acc0@1 + mul0@1; acc1 = r0.z + mul1@1; mul0 = reg0.w@1 * u3.w; mul1 = reg0.y@1 * acc0@2
   ; r0.z = acc1
4:   acc0 = acc0@1 + mul0@1; mul0 = a0.z * pass@2; mul1 = a0.x * u0.x
5:   acc0 = mul1@1 + mul1@2; mul0 = complex2(acc0@1, acc0@1); mul1 = reg0.y@1 * u1.z
   ; complex = rcp_part(acc0@1)
6:   acc0 = r0.x + mul1@1; acc1 = acc0@1 + mul0@2; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
   ; pass = u7.y; r0.xy = acc0, acc1
7:   mul0 = a0.w * u3.z; mul1 = a0.w * u3.y; pass = u3.x; r1.xy = mul1, mul0
8:   acc0 = max(mul0@2, pass@2); mul0 = reg0.z@1 * u2.y; mul1 = reg0.z@1 * u2.z; r1.z = acc0; reg0 = a1
9:   acc0 = r0.z + mul0@1; acc1 = r0.x + mul1@1; mul0 = a0.w * pass@2; mul1 = reg0.x@1 * u4.x; complex = u4.y
   ; pass = u4.w; v1.x = mul1
10:  acc0 = acc0@1 + r1.x; acc1 = acc1@1 + r1.y; mul0 = a1.w * pass@1; mul1 = complex@1 * a1.y; pass = u7.x
   ; v1.yw = mul1, mul0
11:  acc0 = r0.y + mul0@2; mul0 = acc1@1 * u5.z; mul1 = acc0@1 * u5.y; r0.x = mul1
12:  acc0 = min(r1.z, pass@2); mul0 = u5.x * acc0@1; v0.w = acc0
13:  mul0 = mul0@1 * acc0@1; mul1 = acc0@1 * mul0@2
14:  acc0 = u6.z + mul1@1; acc1 = u6.x + mul0@1; mul0 = r0.x * acc0@2; pass = u6.y; v0.xz = acc1, acc0
15:  acc0 = pass@1 + mul0@1; mul0 = a1.z * u4.z; v0.y = acc0; v1.z = mul0
