// 5 instructions, lower bound 5
; PICA200, 5 instructions, 4 operand descriptors
.fvec arg1[4] ; c0
.in arg0 v0
.out - position o0

.proc main
    mul r0, c1, v0.y
    mad r0, v0.x, c0, r0
    mad r0, v0.z, c2, r0
    mad o0, v0.w, c3, r0
    end
.end
