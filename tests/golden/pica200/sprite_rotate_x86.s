// 29 instructions, lower bound 17
; PICA200, 29 instructions, 23 operand descriptors
.fvec arg3[2] ; c0
.in arg1 v0
.in arg2 v1
.out - position o0
.out - color o1
.setf c2(0.159155, -0.000183622, -0.166649, 0.5)
.setf c3(1.570801, 3.141602, -3.141602, 6.28125)
.setf c4(0.0083063, 1.0, 0.0, 1.0)
.setf c5(0.00193531, 0.0, 0.0, 0.0)

.proc main
    mov r0.xyz, c2
    mov r0.w, c1.x
    mad r0.x, r0.w, r0, c2.w
    flr r0.x, r0
    mad r0.w, -r0.x, c3, r0
    mad r0.w, -r0.x, c5.x, r0
    max r0.x, r0.w, -r0.w
    add r1.xyz, c3, -r0.xw
    min r0.x, r0.w, r1.y
    max r1.z, r0.x, r1
    mul r1.y, r1.x, r1.x
    mul r0.xw, r1.yyyz, r1.yyyz
    mul r1.w, r0, r0
    mad r2.xy, r0.w, r0.yz, c4
    madi r1.w, r1, r2.x, r2.y
    mul r0.w, r1.z, r1
    mul r1.zw, c0, v0.xxxy
    mul r2.xy, r1.wz, r0.w
    mad r0.yz, r1.y, r0, c4.xxy
    madi r0.x, r0, r0.y, r0.z
    mul r0.x, r1, r0
    mad r0.y, r1.z, r0.x, -r2.x
    madi r0.x, r1.w, r0, r2.y
    add o0.xy, c0, r0.yx
    mov o1.xy, v1
    mov o1.zw, c4
    mov o0.z, c1.y
    mov o0.w, c4
    end
.end
