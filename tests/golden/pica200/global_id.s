// 3 instructions, lower bound 2
; PICA200, 3 instructions, 1 operand descriptors
.fvec arg3 ; c0
.in arg0 v0
.in arg1 v1
.out - position o0

.proc main
    mov r0, v0
    mad o0, r0, c0.x, v1
    end
.end
