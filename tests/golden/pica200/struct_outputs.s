// 5 instructions, lower bound 5
; PICA200, 5 instructions, 2 operand descriptors
.fvec arg3[3] ; c0
.in arg1 v0
.in arg2 v1
.out - position o0
.out - color o1
.out - texcoord0 o2.xy

.proc main
    mul o0, c0, v0
    mov o1, c1
    mov r0.xy, c2
    mad o2.xy, v1, r0, c2.zw
    end
.end
