// 28 instructions, lower bound 16
; PICA200, 28 instructions, 22 operand descriptors
.fvec wave ; c0
.fvec rows[4] ; c1
.in position v0
.out - position o0
.setf c5(0.159155, -0.000183622, -0.166649, 0.5)
.setf c6(1.570801, 3.141602, -3.141602, 6.28125)
.setf c7(0.0083063, 1.0, 0.00193531, 0.0)

.proc main
    mov r0.xyz, c5
    mov r0.w, c0.y
    mad r0.w, v0.x, r0, c0.z
    mad r0.x, r0.w, r0, c5.w
    flr r0.x, r0
    mad r0.w, -r0.x, c6, r0
    mad r0.w, -r0.x, c7.z, r0
    max r0.x, r0.w, -r0.w
    add r1.xyz, c6, -r0.xw
    min r0.x, r0.w, r1.y
    max r1.z, r0.x, r1
    mul r1.y, r1.x, r1.x
    mul r0.xw, r1.yyyz, r1.yyyz
    mul r1.w, r0, r0
    mad r2.xy, r0.w, r0.yz, c7
    madi r1.w, r1, r2.x, r2.y
    mul r0.w, r1.z, r1
    mad r0.yz, r1.y, r0, c7.xxy
    madi r0.x, r0, r0.y, r0.z
    mul r0.x, r1, r0
    mul r0.x, c0, r0
    mad r0.xy, r0.xw, c0.wx, v0
    mov r0.zw, v0
    dp4 o0.x, c1, r0
    dp4 o0.y, c2, r0
    dp4 o0.z, c3, r0
    dp4 o0.w, c4, r0
    end
.end
