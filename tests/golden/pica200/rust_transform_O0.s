// 8 instructions, lower bound 6
; PICA200, 8 instructions, 6 operand descriptors
.fvec matrix[4] ; c0
.in x v0
.in y v1
.in z v2
.out - position o0

.proc main
    mov r0.x, v0
    mov r0.y, v1.x
    mov r0.z, v2.x
    dph o0.x, r0, c0
    dph o0.y, r0, c1
    dph o0.z, r0, c2
    dph o0.w, r0, c3
    end
.end
