// 16 instructions, lower bound 15
// lima-vp, 16 instructions
// a0      input position: vec4
// a1      input tint: vec4
// v0      output gl_Position: vec4
// v1      output colour: vec4
// u0..u3  uniform mvp: vec4[4]
// u4      uniform fade: vec4
// u5      uniform gl_mali_ViewportScale: vec3
// u6      uniform gl_mali_ViewportOffset: vec3
// u7 = 1e+10, -1e+10, _, _
0:   mul0 = a0.x * u0.w; mul1 = a0.x * u0.x; pass = u0.z; r0.x = mul0; r1.z = mul1
1:   acc0 = u2.y; mul0 = reg0.z@1 * u2.w; mul1 = reg0.x@1 * pass@1; pass = u2.z; r1.x = mul1; r0.z = mul0
2:   mul0 = a0.y * u1.w; mul1 = a0.z * pass@1; r2.x = mul1
3:   acc0 = r0.x + mul0@1; mul0 = reg0.w@1 * u3.w; mul1 = reg0.z@1 * acc0@2; r2.y = mul1
4:   acc0 = acc0@1 + r0.z; mul0 = a0.y * u1.x; mul1 = a0.y * u1.y; pass = u1.z
5:   acc0 = acc0@1 + mul0@2; acc1 = r1.z + mul0@1; mul0 = reg0.x@1 * u0.y; mul1 = reg0.y@1 * pass@1
   ; r0.z = acc1
6:   acc0 = r1.x + mul1@1; acc1 = mul0@1 + mul1@2; mul0 = complex2(acc0@1, acc0@1); mul1 = a0.w * u3.x
   ; complex = rcp_part(acc0@1); r1.x = mul1
7:   acc0 = acc0@1 + r2.x; acc1 = acc1@1 + r2.y; mul01 = complex1(complex@1, mul0@1, complex@1, acc0@2)
   ; pass = u2.x; r0.xy = acc1, acc0
8:   mul0 = a0.w * u3.y; mul1 = a0.z * pass@1; pass = u3.z
9:   acc0 = max(mul0@2, u7.y); mul0 = reg0.w@1 * pass@1; r1.z = acc0
10:  acc0 = r0.x + mul0@2; acc1 = r0.z + mul1@2; mul0 = a1.w * u4.w; mul1 = a1.z * u4.z; complex = u4.y
   ; pass = u4.x; r2.x = acc0; v1.zw = mul1, mul0
11:  acc0 = acc1@1 + r1.x; acc1 = r0.y + mul0@2; mul0 = reg0.x@1 * pass@1; mul1 = complex@1 * reg0.y@1
   ; pass = u7.x; v1.xy = mul0, mul1
12:  acc0 = min(r1.z, pass@1); mul0 = u5.x * acc0@1; mul1 = acc1@1 * u5.z; v0.w = acc0
13:  mul0 = acc0@1 * mul1@1; mul1 = r2.x * u5.y
14:  acc0 = u6.z + mul0@1; mul0 = mul1@1 * acc0@2; mul1 = mul0@2 * acc0@2; v0.z = acc0
15:  acc0 = u6.y + mul0@1; acc1 = u6.x + mul1@1; v0.xy = acc1, acc0
