// 6 instructions, lower bound 6
; PICA200, 6 instructions, 5 operand descriptors
.fvec mvp[4] ; c0
.fvec fade ; c4
.in position v0
.in tint v1
.out - position o0
.out - color o1

.proc main
    mul r0, c1, v0.y
    mad r0, v0.x, c0, r0
    mad r0, v0.z, c2, r0
    mad o0, v0.w, c3, r0
    mul o1, c4, v1
    end
.end
