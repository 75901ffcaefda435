// 29 instructions, lower bound 17
; PICA200, 29 instructions, 23 operand descriptors
.in arg1 v0
.in arg2 v1
.fvec arg3[2] c0
.out - position o0
.out - color o1
.setf c2(0.159155, -0.000183621, -0.166649, 0.5)
.setf c3(1.5708, 3.1416, -3.1416, 6.28125)
.setf c4(0.0083063, 1.0, 0.0, 1.0)
.setf c5(0.0019353, 0.0, 0.0, 0.0)

.proc main
    mov r0.xyz, c2.xyz
    mov r0.w, c1.x
    mad r0.x, r0.w, r0.x, c2.w
    flr r0.x, r0.x
    mad r0.w, -r0.x, c3.w, r0.w
    mad r0.w, -r0.x, c5.x, r0.w
    max r0.x, r0.w, -r0.w
    add r1.xyz, c3.xyz, -r0.xw
    min r0.x, r0.w, r1.y
    max r1.z, r0.x, r1.z
    mul r1.y, r1.x, r1.x
    mul r0.xw, r1.yyyz, r1.yyyz
    mul r1.w, r0.w, r0.w
    mad r2.xy, r0.w, r0.yz, c4.xy
    madi r1.w, r1.w, r2.x, r2.y
    mul r0.w, r1.z, r1.w
    mul r1.zw, c0.zzzw, v0.xxxy
    mul r2.xy, r1.wz, r0.w
    mad r0.yz, r1.y, r0.yyz, c4.xxy
    madi r0.x, r0.x, r0.y, r0.z
    mul r0.x, r1.x, r0.x
    mad r0.y, r1.z, r0.x, -r2.x
    madi r0.x, r1.w, r0.x, r2.y
    add o0.xy, c0.xy, r0.yx
    mov o1.xy, v1.xy
    mov o1.zw, c4.zzzw
    mov o0.z, c1.y
    mov o0.w, c4.w
    end
.end
