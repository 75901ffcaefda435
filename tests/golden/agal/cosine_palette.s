// 6 instructions, lower bound 6
// AGAL version 1, fragment program, 6 tokens
// v0        input arg0: float
// oc        output ret0: vec4
// fc0..fc3  uniform arg1: vec4[4]
// fc4 = 6.2831855, _, _, _
mul ft0, v0.x, fc2
add ft0, ft0, fc3
mul ft0, ft0, fc4.x
cos ft0, ft0
mul ft0, fc1, ft0
add oc, fc0, ft0
