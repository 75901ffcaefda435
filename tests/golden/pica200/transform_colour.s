// 6 instructions, lower bound 6
; PICA200, 6 instructions, 5 operand descriptors
.fvec arg2[4] ; c0
.in arg0 v0
.in arg1 v1
.out - position o0
.out - color o1

.proc main
    mov o1, v1
    dp4 o0.x, c0, v0
    dp4 o0.y, c1, v0
    dp4 o0.z, c2, v0
    dp4 o0.w, c3, v0
    end
.end
