// 28 instructions, lower bound 16
; PICA200, 28 instructions, 22 operand descriptors
.in arg0 v0
.fvec arg1 c0
.fvec arg2[4] c1
.out - position o0
.setf c5(0.159155, -0.000183621, -0.166649, 0.5)
.setf c6(1.5708, 3.1416, -3.1416, 6.28125)
.setf c7(0.0083063, 1.0, 0.0019353, 0.0)

.proc main
    mov r0.xyz, c5.xyz
    mov r0.w, c0.y
    mad r0.w, v0.x, r0.w, c0.z
    mad r0.x, r0.w, r0.x, c5.w
    flr r0.x, r0.x
    mad r0.w, -r0.x, c6.w, r0.w
    mad r0.w, -r0.x, c7.z, r0.w
    max r0.x, r0.w, -r0.w
    add r1.xyz, c6.xyz, -r0.xw
    min r0.x, r0.w, r1.y
    max r1.z, r0.x, r1.z
    mul r1.y, r1.x, r1.x
    mul r0.xw, r1.yyyz, r1.yyyz
    mul r1.w, r0, r0
    mad r2.xy, r0.w, r0.yz, c7.xy
    madi r1.w, r1.w, r2.x, r2.y
    mul r0.w, r1.z, r1.w
    mad r0.yz, r1.y, r0.yyz, c7.xxy
    madi r0.x, r0.x, r0.y, r0.z
    mul r0.x, r1, r0
    mul r0.x, c0, r0
    mad r0.xy, r0.xw, c0.wx, v0.xy
    mov r0.zw, v0.zzzw
    dp4 o0.x, c1, r0
    dp4 o0.y, c2, r0
    dp4 o0.z, c3, r0
    dp4 o0.w, c4, r0
    end
.end
