// 17 instructions, lower bound 5
; PICA200, 17 instructions, 7 operand descriptors
.in arg0 v0
.fvec arg1[4] c0
.out - position o0

.proc main
    mul r0.x, c0.x, v0.x
    mad r0.x, v0.y, c0.y, r0.x
    mad r0.x, v0.z, c0.z, r0.x
    mad o0.x, v0.w, c0.w, r0.x
    mul r0.x, c1.x, v0.x
    mad r0.x, v0.y, c1.y, r0.x
    mad r0.x, v0.z, c1.z, r0.x
    mad o0.y, v0.w, c1.w, r0.x
    mul r0.x, c2.x, v0.x
    mad r0.x, v0.y, c2.y, r0.x
    mad r0.x, v0.z, c2.z, r0.x
    mad o0.z, v0.w, c2.w, r0.x
    mul r0.x, c3.x, v0.x
    mad r0.x, v0.y, c3.y, r0.x
    mad r0.x, v0.z, c3.z, r0.x
    mad o0.w, v0.w, c3.w, r0.x
    end
.end
