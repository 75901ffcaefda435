// 15 instructions, lower bound 10
; PICA200, 15 instructions, 11 operand descriptors
.in r v0
.in g v1
.in b v2
.fvec gain c0
.out - position o0
.setf c1(0.6, 0.3, 0.1, 0.0)
.setf c2(1.0, 0.0, 0.0, 0.0)

.proc main
    mul r0.x, c1.x, v1.x
    mad r0.x, v0.x, c1.y, r0.x
    mad r0.x, v2.x, c1.z, r0.x
    add r0.y, v0.x, -r0.x
    add r0.z, v1.x, -r0.x
    add r0.w, v2.x, -r0.x
    mad r0.xyz, r0.yzw, c0.x, r0.x
    slt r1.xyz, r0.xyz, c1.w
    add r1.xyz, c2.x, -r1.xyz
    mul r0.xyz, r1.xyz, r0.xyz
    slt r1.xyz, c2.x, r0.xyz
    add r2.xyz, c2.x, -r1.xyz
    mad o0.xyz, r2.xyz, r0.xyz, r1.xyz
    mov o0.w, c2.x
    end
.end
