// 28 instructions, lower bound 17
; PICA200, 28 instructions, 24 operand descriptors
.in arg0 v0
.in arg1 v1
.in arg2 v2
.out - position o0
.setf c0(0.0625, 4.0, 0.125, 0.1000004)
.setf c1(5e+02, 3e+01, -5e+02, 1.0)
.setf c2(0.999756, 0.0, -2.0, 0.00390625)
.setf c3(256.0, 64.0, 0.142859, 1e+01)

.proc main
    max r0.x, c1.z, v0
    max r0.y, c1.w, v1.x
    min r0.yz, c1.xxy, r0.xxy
    mul r0.w, c3.z, r0.y
    slt r1.yz, r0.yyw, c2.y
    mul r0.x, c2.w, v2
    flr r2.xy, r0.xw
    slt r0.w, r2.y, r0
    max r1.x, r0.y, -r0.y
    rcp r0.x, r0.z
    mul r0.xy, r1.xz, r0.xw
    mul r0.x, c2, r0
    flr r0.x, r0
    mad r0.w, -r0.x, r0.z, r1.x
    sge r1.x, r0.w, r0.z
    add r0.x, r0, r1
    mad r0.z, -r1.x, r0, r0.w
    mov r0.w, c1
    mad r0.w, r1.y, c2.z, r0
    mad o0.xy, r0.xz, r0.w, c2.y
    mad r0.x, -r2, c3, v2
    mul r1, c0, r0.x
    flr r1.xzw, r1.zzxw
    mad r0.z, -r1, c3.y, r1.y
    add r0.y, r2, r0
    mad r1.y, -r1.w, c3.w, r0.x
    add o0.zw, r0.zzzy, r1.xxxy
    end
.end
