// 9 instructions, lower bound 7
// AGAL version 1, fragment program, 9 tokens
// v0   input nx: float
// v1   input ny: float
// v2   input nz: float
// oc   output out: vec4
// fc0  uniform light: vec3
// fc1  uniform colour: vec4
// fc2 = 0, _, _, _
mov ft0.x, v0.x
mov ft0.y, v1.x
mov ft0.z, v2.x
dp3 ft0.w, ft0.xyz, fc0.xyz
dp3 ft0.x, ft0.xyz, ft0.xyz
sqt ft0.x, ft0.x
div ft0.x, ft0.w, ft0.x
max ft0.x, ft0.x, fc2.x
mul oc, fc1, ft0.x
