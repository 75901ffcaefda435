// 14 instructions, lower bound 13
; PICA200, 14 instructions, 10 operand descriptors
.fvec arg3[64] ; c0
.in arg0 v0
.in arg1 v1
.in arg2 v2
.out - position o0
.setf c64(0.0, 3.0, 1.0, 0.0)

.proc main
    max r0.xy, c64.x, v1.yx
    flr r0.xy, r0
    mul r0.xy, c64.y, r0
    mova a0.xy, r0.yx
    dp4 r1.x, c0[a0.x], v0
    dp4 r1.y, c1[a0.y], v0
    dp4 r1.z, c2[a0.y], v0
    mul r1.xyz, v2.xy, r1
    dp4 r0.x, c0[a0.y], v0
    dp4 r0.z, c1[a0.x], v0
    dp4 r0.y, c2[a0.x], v0
    madi o0.xyz, v2.yx, r0.xzy, r1
    mov o0.w, c64.z
    end
.end
