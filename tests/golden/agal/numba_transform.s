// 5 instructions, lower bound 2
// AGAL version 1, vertex program, 5 tokens
// va0       input arg0: float
// va1       input arg1: float
// va2       input arg2: float
// va3       input arg3: float
// op        output arg5: vec4
// vc0..vc3  uniform arg4: vec4[4]
mov vt0.x, va0.x
mov vt0.y, va1.x
mov vt0.z, va2.x
mov vt0.w, va3.x
m44 op, vt0, vc0
