// 17 instructions, lower bound 5
; PICA200, 17 instructions, 7 operand descriptors
.fvec arg1[4] ; c0
.in arg0 v0
.out - position o0

.proc main
    mul r0.x, c0, v0
    mad r0.x, v0.y, c0.y, r0
    mad r0.x, v0.z, c0.z, r0
    mad o0.x, v0.w, c0.w, r0
    mul r0.x, c1, v0
    mad r0.x, v0.y, c1.y, r0
    mad r0.x, v0.z, c1.z, r0
    mad o0.y, v0.w, c1.w, r0.x
    mul r0.x, c2, v0
    mad r0.x, v0.y, c2.y, r0
    mad r0.x, v0.z, c2.z, r0
    mad o0.z, v0.w, c2.w, r0.x
    mul r0.x, c3, v0
    mad r0.x, v0.y, c3.y, r0
    mad r0.x, v0.z, c3.z, r0
    mad o0.w, v0, c3, r0.x
    end
.end
