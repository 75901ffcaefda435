// 29 instructions, lower bound 17
; PICA200, 29 instructions, 24 operand descriptors
.in arg0 v0
.in arg1 v1
.in arg2 v2
.out - position o0
.setf c0(0.0625, 4.0, 0.1000004, -5e+02)
.setf c1(5e+02, 3e+01, 64.0, 1e+01)
.setf c2(1.0, 0.999756, 0.0, -2.0)
.setf c3(0.00390625, 256.0, 0.125, 0.142859)

.proc main
    max r0.x, c0.w, v0
    max r0.y, c2.x, v1.x
    min r0.yz, c1.xxy, r0.xxy
    mul r0.w, c3, r0.y
    slt r1.yz, r0.yyw, c2.z
    mul r0.x, c3, v2
    flr r2.xy, r0.xw
    slt r0.w, r2.y, r0
    max r1.x, r0.y, -r0.y
    rcp r0.x, r0.z
    mul r0.xy, r1.xz, r0.xw
    mul r0.x, c2.y, r0
    flr r0.x, r0
    mad r0.w, -r0.x, r0.z, r1.x
    sge r1.x, r0.w, r0.z
    add r0.x, r0, r1
    mad r0.z, -r1.x, r0, r0.w
    mov r0.w, c2.x
    mad r0.w, r1.y, c2, r0
    mad o0.xy, r0.xz, r0.w, c2.z
    add r0.y, r2, r0
    mad r1.w, -r2.x, c3.y, v2.x
    mul r1.xyz, c0.xzy, r1.w
    flr r0.xz, r1.xxy
    mad r0.xw, -r0.xxxz, c1.zzzw, r1.zzzw
    mul r0.z, c3, r1.w
    flr r0.z, r0
    add o0.zw, r0.xxxy, r0
    end
.end
