// 19 instructions, lower bound 2
; PICA200, 19 instructions, 11 operand descriptors
.in x v0
.in y v1
.in z v2
.fvec matrix[4] c0
.out - position o0
.setf c4(0.0, 1.0, 2.0, 3.0)
.seti i0(3, 0, 1, 0)

.proc main
    mov r0, c4.xxxy
    mov r1.x, c4.x
    for i0
        mov r2, c4
        sge r3, r1.x, r2
        sge r4, c4, r1.x
        slt r2, r1.x, r2
        slt r5, c4, r1.x
        add r1.x, c4.y, r1.x
        mul r3, r3, r4
        add r2, r2, r5
        mul r0, r2, r0
        mov r1.y, v0.x
        mov r1.z, v1.x
        mov r1.w, v2.x
        dph r1.y, r1.yzw, c0[aL]
        mad r0, r3, r1.y, r0
    .end
    mov o0, r0
    end
.end
