// 12 instructions, lower bound 5
; PICA200, 12 instructions, 9 operand descriptors
.fvec u[6] ; c0
.in a v0
.in b v1
.out - position o0
.out - color o1

.proc main
    mul r0, c1.wzyx, v1.wzyx
    mad r0, v0, c0, r0
    mov o0, r0
    mul r0.x, c2, r0
    mad o1.x, v1, c2.y, r0
    mul r0.x, c3, r0.y
    mad o1.y, v1, c3, r0.x
    mul r0.x, c4, r0.z
    mad o1.z, v1, c4.y, r0.x
    mul r0.x, c5, r0.w
    mad o1.w, v1, c5.y, r0.x
    end
.end
