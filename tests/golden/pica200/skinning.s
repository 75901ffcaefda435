// 14 instructions, lower bound 13
; PICA200, 14 instructions, 10 operand descriptors
.in arg0 v0
.in arg1 v1
.in arg2 v2
.fvec arg3[64] c0
.out - position o0
.setf c64(0.0, 3.0, 1.0, 0.0)

.proc main
    max r0.xy, c64.x, v1.yx
    flr r0.xy, r0.xy
    mul r0.xy, c64.y, r0.xy
    mova a0.xy, r0.yx
    dp4 r1.x, c0[a0.x], v0
    dp4 r1.y, c1[a0.y], v0
    dp4 r1.z, c2[a0.y], v0
    mul r1.xyz, v2.xy, r1.xyz
    dp4 r0.x, c0[a0.y], v0
    dp4 r0.z, c1[a0.x], v0
    dp4 r0.y, c2[a0.x], v0
    madi o0.xyz, v2.yx, r0.xzy, r1.xyz
    mov o0.w, c64.z
    end
.end
