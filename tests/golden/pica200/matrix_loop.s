// 18 instructions, lower bound 6
; PICA200, 18 instructions, 14 operand descriptors
.in arg0 v0
.fvec arg1[4] c0
.out - position o0
.setf c4(0.0, 0.0, 0.0, 0.0)

.proc main
    mov r0.x, c0.x
    mov r0.y, c1.x
    mov r0.z, c2.x
    mov r0.w, c3.x
    mad r0, v0.x, r0, c4.x
    mad r0.x, v0.y, c0.y, r0.x
    mad r0.x, v0.z, c0.z, r0.x
    mad o0.x, v0.w, c0.w, r0.x
    mad r0.x, v0.y, c1.y, r0.y
    mad r0.x, v0.z, c1.z, r0.x
    mad o0.y, v0.w, c1.w, r0.x
    mad r0.x, v0.y, c2.y, r0.z
    mad r0.x, v0.z, c2.z, r0.x
    mad o0.z, v0.w, c2.w, r0.x
    mad r0.x, v0.y, c3.y, r0.w
    mad r0.x, v0.z, c3.z, r0.x
    mad o0.w, v0.w, c3.w, r0.x
    end
.end
