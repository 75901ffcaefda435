// 23 instructions, lower bound 23
// lima-vp, 23 instructions
// a0       input arg0: vec4
// a1       input arg1: vec2
// a2       input arg2: vec2
// v0       output ret0: vec4
// u0..u63  uniform arg3: vec4[64]
// u64 = 0, 1, 3, _
0:   acc0 = max(a1.y, u64.x); acc1 = max(a1.x, u64.x); pass = u64.y; v0.w = pass
1:   acc0 = floor(acc0@1); acc1 = floor(acc1@1)
2:   mul0 = acc0@1 * u64.z; mul1 = acc1@1 * u64.z
3:   complex = addr1(mul0@1)
4:   complex = addr2(mul1@2)
5:   nop
6:   nop
7:   mul0 = a0.y * u[addr1].y; mul1 = a0.x * u[addr1].x
8:   acc0 = mul0@1 + mul1@1; mul0 = reg0.y@1 * u[addr2].y; mul1 = reg0.x@1 * u[addr2].x; r0.x = acc0
9:   acc0 = mul0@1 + mul1@1; mul0 = a0.x * u[addr2+1].x; mul1 = a0.y * u[addr2+1].y; r0.z = acc0
10:  acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * u[addr1+1].x; mul1 = reg0.y@1 * u[addr1+1].y; r1.x = acc0
11:  acc0 = mul0@1 + mul1@1; mul0 = a0.x * u[addr2+2].x; mul1 = a0.y * u[addr2+2].y; pass = u[addr2+2].z
   ; r1.z = acc0
12:  acc0 = mul0@1 + mul1@1; mul0 = reg0.y@1 * u[addr1+2].y; mul1 = reg0.x@1 * u[addr1+2].x
   ; pass = u[addr1+2].z
13:  acc0 = mul0@1 + mul1@1; mul0 = a0.z * u[addr1].z; mul1 = a0.z * pass@2; pass = u[addr1].w
14:  acc0 = mul0@1 + r0.x; acc1 = mul1@1 + acc0@2; mul0 = reg0.z@1 * u[addr2].z; mul1 = reg0.z@1 * pass@2
   ; pass = u[addr2].w; r0.x = acc1
15:  acc0 = mul0@1 + r0.z; acc1 = mul1@1 + acc0@2; mul0 = a0.z * u[addr2+1].z; mul1 = a0.w * pass@2
   ; r0.z = acc1
16:  acc0 = mul0@1 + r1.x; acc1 = mul1@1 + acc0@2; mul0 = reg0.z@1 * u[addr1+1].z; mul1 = reg0.w@1 * pass@2
   ; pass = u[addr1+1].w
17:  acc0 = mul0@1 + r1.z; acc1 = mul1@1 + acc0@2; mul0 = a0.w * u[addr2+1].w; mul1 = a0.w * pass@1
18:  acc0 = mul0@1 + acc0@2; acc1 = mul1@1 + acc0@1; mul0 = reg0.w@1 * u[addr2+2].w; mul1 = a2.y * acc1@2
19:  acc0 = mul0@1 + r0.x; mul0 = a0.w * u[addr1+2].w; mul1 = reg0.x@1 * acc1@2
20:  acc0 = mul0@1 + r0.z; acc1 = mul1@2 + mul1@1; mul0 = a2.x * acc0@2; mul1 = a2.y * acc1@2; v0.x = acc1
21:  acc0 = mul0@1 + mul1@1; mul0 = reg0.x@1 * acc0@2; mul1 = reg0.y@1 * acc0@1; v0.y = acc0
22:  acc0 = mul0@1 + mul1@1; v0.z = acc0
