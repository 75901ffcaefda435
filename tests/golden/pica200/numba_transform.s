// 9 instructions, lower bound 6
; PICA200, 9 instructions, 7 operand descriptors
.fvec arg4[4] ; c0
.in arg0 v0
.in arg1 v1
.in arg2 v2
.in arg3 v3
.out - position o0

.proc main
    mov r0.x, v0
    mov r0.y, v1.x
    mov r0.z, v2.x
    mov r0.w, v3.x
    dp4 o0.x, c0, r0
    dp4 o0.y, c1, r0
    dp4 o0.z, c2, r0
    dp4 o0.w, c3, r0
    end
.end
