// 15 instructions, lower bound 10
; PICA200, 15 instructions, 11 operand descriptors
.fvec gain ; c0
.in r v0
.in g v1
.in b v2
.out - position o0
.setf c1(0.6, 0.3, 0.1000004, 0.0)
.setf c2(1.0, 0.0, 0.0, 0.0)

.proc main
    mul r0.x, c1, v1
    mad r0.x, v0, c1.y, r0
    mad r0.x, v2, c1.z, r0
    add r0.y, v0.x, -r0.x
    add r0.z, v1.x, -r0.x
    add r0.w, v2.x, -r0.x
    mad r0.xyz, r0.yzw, c0.x, r0.x
    slt r1.xyz, r0, c1.w
    add r1.xyz, c2.x, -r1
    mul r0.xyz, r1, r0
    slt r1.xyz, c2.x, r0
    add r2.xyz, c2.x, -r1
    mad o0.xyz, r2, r0, r1
    mov o0.w, c2.x
    end
.end
