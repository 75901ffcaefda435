// 16 instructions, lower bound 16
// lima-vp, 16 instructions
// a0      input arg0: vec4
// a1      input arg1: vec2
// v0      output ret0: vec4
// u0..u1  uniform arg2: vec4[2]
// u2 = 1, 2, 3, 0.5
// u3 = 0, -0.25, _, _
0:   acc0 = a1.x + u3.y
1:   acc0 = reg0.y@1 >= u2.w; mul0 = acc0@1 * u2.y; r0.x = acc0
2:   acc0 = max(mul0@1, u3.x)
3:   acc0 = min(acc0@1, u2.x)
4:   acc0 = u2.x - r0.x; mul0 = acc0@1 * u2.y; mul1 = acc0@1 * acc0@1; pass = u2.z; r0.z = acc0
5:   acc0 = pass@1 - mul0@1; mul0 = a0.y * acc0@1; mul1 = a0.z * acc0@1; complex = u0.z; pass = u0.y
   ; r0.yw = mul0, mul1
6:   acc0 = u1.y - pass@1; acc1 = -complex@1 + u1.z; mul0 = mul1@2 * acc0@1; mul1 = reg0.w@1 * acc0@2
   ; complex = u1.x; pass = u1.w; r1.x = mul1
7:   acc0 = pass@1 - u0.w; acc1 = complex@1 - u0.x; mul0 = mul0@1 * acc0@1; mul1 = mul0@1 * acc1@1
   ; complex = pass@2; pass = u0.z
8:   acc0 = pass@1 + mul1@1; acc1 = complex@1 + mul0@1; mul0 = mul0@2 * acc1@1; mul1 = mul0@2 * acc0@1
9:   acc0 = u0.w + mul1@1; acc1 = u0.x + mul0@1; mul0 = r0.x * acc1@1; mul1 = r0.x * acc0@1
10:  acc0 = r0.y + mul0@1; acc1 = r0.w + mul1@1; mul0 = r0.x * acc1@1; mul1 = r0.x * acc0@1
11:  acc0 = max(acc1@1, u3.x); acc1 = max(acc0@1, u3.x); mul0 = a0.x * r0.z; pass = u3.x; r0.xy = acc0, acc1
12:  acc0 = mul0@1 + mul0@2; acc1 = r1.x + mul1@2
13:  acc0 = max(acc1@1, pass@2); acc1 = max(acc0@1, pass@2)
14:  acc0 = min(r0.x, u2.x); acc1 = min(r0.y, u2.x); pass = u2.x; v0.yz = acc1, acc0
15:  acc0 = min(acc1@2, pass@1); acc1 = min(acc0@2, pass@1); v0.xw = acc0, acc1
