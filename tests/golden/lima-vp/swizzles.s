// 6 instructions, lower bound 5
// lima-vp, 6 instructions
// a0  input arg0: vec4
// a1  input arg1: vec4
// v0  output ret0: vec4
0:  reg0 = a1
1:  mul0 = a0.w * reg0.y@1; mul1 = a0.z * reg0.x@1
2:  acc0 = reg0.x@1 + mul1@1; acc1 = reg0.z@1 + mul0@1; mul0 = reg0.x@1 * a1.z; r0.x = acc0
3:  acc0 = mul0@1 - reg0.w@1; mul0 = a0.y * acc1@1; mul1 = a0.y * acc0@1
4:  acc0 = mul0@1 + a1.z; acc1 = mul0@1 + reg0.x@1; v0.xy = acc0, acc1
5:  acc0 = mul1@2 + r0.x; acc1 = mul1@2 + acc0@2; v0.zw = acc0, acc1
