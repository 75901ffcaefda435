// 7 instructions, lower bound 7
// lima-vp, 7 instructions
// a0  input arg0: vec4
// a1  input arg1: float
// v0  output ret0: vec4
// u0  uniform arg2: vec4
// u1  uniform arg3: vec2
// u2 = 0, 1, _, _
0:  acc0 = u1.x - a1.x; pass = u1.y
1:  acc0 = a0.x - u0.x; acc1 = a0.y - u0.y; mul0 = pass@1 * acc0@1; r0.xy = acc0, acc1
2:  acc0 = max(mul0@1, u2.x)
3:  acc0 = min(acc0@1, u2.y)
4:  acc0 = a0.z - u0.z; acc1 = a0.w - u0.w; mul0 = r0.x * acc0@1; mul1 = r0.y * acc0@1; complex = u0.y
  ; pass = u0.x
5:  acc0 = pass@1 + mul0@1; acc1 = complex@1 + mul1@1; mul0 = acc0@1 * acc0@2; mul1 = acc1@1 * acc0@2
  ; v0.xy = acc0, acc1
6:  acc0 = u0.z + mul0@1; acc1 = u0.w + mul1@1; v0.zw = acc0, acc1
