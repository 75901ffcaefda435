// 30 instructions, lower bound 30
// lima-vp, 30 instructions
// a0  input arg0: vec2
// v0  output ret0: vec4
// u0 = 0.1031, 1, 2, 3
// u1 = 33.33, _, _, _
0:   acc0 = floor(a0.y); acc1 = floor(a0.x); r2.zw = acc1, acc0
1:   acc0 = acc0@1 + u0.y; acc1 = acc1@1 + u0.y; mul0 = acc1@1 * u0.x; mul1 = acc0@1 * u0.x; pass = u0.y
   ; v0.w = pass
2:   acc0 = floor(mul0@1); acc1 = floor(mul1@1); mul0 = acc0@1 * u0.x; mul1 = acc1@1 * u0.x
   ; r0.xy = mul1, mul0
3:   acc0 = mul0@2 - acc0@1; acc1 = mul1@2 - acc1@1; r0.zw = acc0, acc1
4:   acc0 = floor(mul0@2); acc1 = floor(mul1@2)
5:   acc0 = r0.x - acc1@1; acc1 = acc1@2 + u1.x; r2.x = acc0
6:   acc0 = r0.y - acc0@2; acc1 = r0.z + u1.x; mul0 = acc0@1 * acc1@1; mul1 = acc1@1 * r0.z
   ; r0.xy = acc1, acc0; r3.zw = mul0, mul1
7:   acc0 = acc0@1 + u1.x; acc1 = acc0@2 + u1.x; mul0 = r0.z * acc1@1; mul1 = acc1@1 * acc0@1
   ; r1.xyzw = mul1, acc0, mul0, acc1; reg0 = r2
8:   acc0 = a0.x - reg0.z@1; acc1 = a0.y - reg0.w@1; mul0 = acc0@2 * acc1@1; mul1 = r0.w * acc1@1
   ; r2.yzw = acc0, mul0, acc1
9:   acc0 = mul1@1 + r3.z; mul0 = r0.w * r0.x; mul1 = r0.z * acc0@2; r3.x = acc0; reg0 = r3
10:  acc0 = r1.x + mul1@1; acc1 = reg0.w@1 + mul0@1; mul0 = r2.x * r1.y; mul1 = r2.x * r1.w; r0.x = mul1
11:  acc0 = r1.z + acc0@1; acc1 = mul0@1 + r2.z; mul0 = r2.y * u0.z; mul1 = r2.y * r2.y; r1.x = acc0
   ; r3.w = mul0
12:  acc0 = r3.x + mul1@2; acc1 = r1.z + acc1@2; mul0 = reg0.w@1 * u0.z; mul1 = reg0.w@1 * reg0.w@1
   ; pass = mul1@1; r4.xy = pass, mul0; r1.zw = acc1, acc0
13:  acc0 = r0.z + acc1@1; acc1 = acc1@2 + r0.x; r0.x = acc0; r3.z = acc1; reg0 = r2
14:  acc0 = r1.x + r0.z; acc1 = acc0@2 + reg0.x@1; pass = mul1@2; r1.y = acc1; r4.zw = acc0, pass
15:  acc0 = reg0.y@1 + acc0@1; acc1 = r2.x + acc1@2; r3.xy = acc0, acc1
16:  acc0 = r0.y + acc1@1; acc1 = r0.w + r0.x
17:  acc0 = r1.z + acc1@1; acc1 = r0.w + r1.y
18:  acc0 = r1.w + acc1@1; acc1 = r3.z + acc0@2; mul0 = acc0@1 * reg0.x@1; r0.x = mul0
19:  acc0 = r1.x + reg0.x@1; acc1 = u0.w - reg0.w@1; mul0 = r1.y * acc0@1; mul1 = acc1@1 * reg0.y@1
20:  acc0 = floor(mul1@1); acc1 = floor(mul0@1); mul0 = r4.z * acc0@1; mul1 = r4.x * acc1@1; r0.y = mul0
   ; r1.z = mul1
21:  acc0 = mul1@2 - acc0@1; acc1 = mul0@2 - acc1@1; r0.zw = acc0, acc1
22:  acc0 = floor(mul0@2); acc1 = floor(r0.x)
23:  acc0 = r0.x - acc1@1; acc1 = r0.y - acc0@1; r0.xy = acc0, acc1
24:  acc0 = r0.z - acc1@1; acc1 = r0.w - acc0@1
25:  acc0 = u0.w - r4.y; mul0 = r1.z * acc0@1; mul1 = r1.z * acc1@1; reg0 = r4
26:  acc0 = r0.x + mul1@1; acc1 = r0.y + mul0@1; mul0 = reg0.w@1 * acc0@1; r0.x = acc0
27:  acc0 = acc1@1 - acc0@1
28:  mul0 = mul0@2 * acc0@1
29:  acc0 = r0.x + mul0@1; v0.xyz = acc0, acc0, acc0
