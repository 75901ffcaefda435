// 11 instructions, lower bound 11
// lima-vp, 11 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// a2  input arg2: vec4
// v0  output ret0: vec4
0:   acc0 = max(a0.x, a0.y); acc1 = max(a0.z, a0.w); r0.xy = acc0, acc1
1:   acc0 = max(a1.x, a1.y); acc1 = max(a1.z, a1.w); r0.zw = acc0, acc1
2:   acc0 = min(a2.x, a2.y); acc1 = min(a2.z, a2.w); r1.xy = acc0, acc1
3:   acc0 = min(a1.x, a1.y); acc1 = min(a1.z, a1.w)
4:   acc0 = max(r0.x, r0.y); acc1 = max(r0.z, r0.w)
5:   acc0 = min(r1.x, r1.y); acc1 = min(acc0@2, acc1@2); reg0 = a1
6:   acc0 = max(a0.x, reg0.x@1); acc1 = max(acc0@2, acc1@2); v0.x = acc1; r0.z = acc1
7:   acc0 = min(acc0@2, acc1@2); acc1 = min(reg0.x@1, a1.x); v0.y = acc0; r0.w = acc0
8:   acc0 = min(acc0@2, a2.x)
9:   acc0 = max(acc1@2, acc0@1); v0.z = acc0
10:  acc0 = r0.z - r0.w; v0.w = acc0
