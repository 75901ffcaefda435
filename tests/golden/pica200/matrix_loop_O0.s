// 5 instructions, lower bound 5
; PICA200, 5 instructions, 4 operand descriptors
.fvec arg1[4] ; c0
.in arg0 v0
.out - position o0

.proc main
    dp4 o0.x, c0, v0
    dp4 o0.y, c1, v0
    dp4 o0.z, c2, v0
    dp4 o0.w, c3, v0
    end
.end
