// 38 instructions, lower bound 2
; PICA200, 38 instructions, 25 operand descriptors
.in arg0 v0
.fvec arg1[4] c0
.out - position o0
.setf c4(0.0, 1.0, 2.0, 3.0)
.setf c5(4.0, 0.25, 0.0, 0.0)
.seti i0(3, 0, 0, 0)

.proc main
    mov r0, c4.x
    mov r1.x, c4.x
    for i0
        mov r1.yz, c4.x
        for i0
            slt r2.xyz, r1.y, c4.zyw
            mov r3.xyz, c4.yzw
            sge r4.xyz, r1.y, r3.xyz
            mul r4.xz, r4.xxz, v0.yyw
            mad r2.yz, r2.yyz, v0.xxz, r4.xxz
            mul r1.w, r4.y, r2.z
            mad r1.w, r2.x, r2.y, r1.w
            mad r2.x, r1.x, c5.x, r1.y
            mul r2.y, c5.y, r2.x
            flr r2.y, r2.y
            mad r2.x, -r2.y, c5.x, r2.x
            slt r4.xyz, r2.x, c4.zyw
            sge r2.xzw, r2.x, r3.xxzy
            mova a0.x, r2.y
            mov r3.xy, c0[a0.x].yw
            mul r2.xz, r2.xxz, r3.xxy
            mad r3.xy, r4.yz, c0[a0.x].xz, r2.xz
            mul r2.x, r2.w, r3.y
            mad r2.x, r4.x, r3.x, r2.x
            madi r1.z, r1.w, r2.x, r1.z
            add r1.y, c4.y, r1.y
        .end
        mov r2, c4
        sge r3, r1.x, r2
        sge r4, c4, r1.x
        slt r2, r1.x, r2
        slt r5, c4, r1.x
        add r1.x, c4.y, r1.x
        mul r3, r3, r4
        add r2, r2, r5
        mul r0, r2, r0
        mad r0, r3, r1.z, r0
    .end
    mov o0, r0
    end
.end
