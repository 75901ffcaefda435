// 15 instructions, lower bound 15
; PICA200, 15 instructions, 6 operand descriptors
.fvec arg2[3] ; c0
.fvec arg3[4] ; c3
.in arg0 v0
.in arg1 v1
.out - position o0
.out - color o1
.setf c7(0.0, 0.0, 0.0, 0.0)

.proc main
    dp3 r0.x, c0, v1
    dp3 r0.y, c1, v1
    dp3 r0.z, c2, v1
    dp3 r0.w, r0, r0
    rsq r0.w, r0.w
    mul o1.xyz, r0.w, r0
    dp4 r0.x, c0, v0
    dp4 r0.y, c1, v0
    dp4 r0.z, c2, v0
    dph o0.x, r0, c3
    dph o0.y, r0, c4
    dph o0.z, r0, c5
    dph o0.w, r0, c6
    mov o1.w, c7.x
    end
.end
