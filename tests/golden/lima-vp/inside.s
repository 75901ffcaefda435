// 5 instructions, lower bound 5
// lima-vp, 5 instructions
// a0  input arg0: vec2
// v0  output ret0: bool
// u0  uniform arg1: vec4
0:  acc0 = a0.y >= u0.y; acc1 = a0.y >= u0.w; r0.x = acc1
1:  acc0 = reg0.x@1 < u0.z
2:  acc0 = a0.x >= u0.x; mul0 = acc0@2 * acc0@1
3:  acc0 = r0.x < mul0@1
4:  mul0 = acc0@2 * acc0@1; v0.x = mul0
