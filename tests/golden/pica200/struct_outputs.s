// 5 instructions, lower bound 5
; PICA200, 5 instructions, 2 operand descriptors
.in arg1 v0
.in arg2 v1
.fvec arg3[3] c0
.out - position o0
.out - color o1
.out - texcoord0.xy o2

.proc main
    mul o0, c0, v0
    mov o1, c1
    mov r0.xy, c2.xy
    mad o2.xy, v1.xy, r0.xy, c2.zw
    end
.end
