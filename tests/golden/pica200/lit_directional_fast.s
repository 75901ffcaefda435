// 12 instructions, lower bound 12
; PICA200, 12 instructions, 5 operand descriptors
.fvec arg2[10] ; c0
.in arg0 v0
.in arg1 v1
.out - position o0
.out - color o1
.setf c10(0.0, 0.0, 0.0, 0.0)

.proc main
    mov r0, c8
    dp3 r1.x, c4, v1
    dp3 r1.y, c5, v1
    dp3 r1.z, c6, v1
    dp3 r1.x, c7, r1
    max r1.x, c10, r1
    mad o1, r0, r1.x, c9
    dp4 o0.x, c0, v0
    dp4 o0.y, c1, v0
    dp4 o0.z, c2, v0
    dp4 o0.w, c3, v0
    end
.end
