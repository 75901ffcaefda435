// 14 instructions, lower bound 10
; PICA200, 14 instructions, 11 operand descriptors
.fvec arg3 ; c0
.fvec arg4[2] ; c1
.in arg0 v0
.in arg1 v1
.in arg2 v2
.out - position o0
.out - color o1
.setf c3(0.5, 0.25, 2.0, 1.0)

.proc main
    add r0.x, c0, -v2
    flr r0.y, r0.x
    add r0.x, r0, -r0.y
    mov r0.y, c3.x
    mad r0.y, r0.x, r0, c3
    mul r0.yz, v0.yyx, r0.y
    mad r1, r0.z, c1.xzwy, v1.xzwy
    mad o0.xzw, r0.y, c2, r1.xxyz
    mad r0.y, r0, c2, r1.w
    mul r0.z, c3, r0.x
    mad o0.y, -r0.x, r0.z, r0
    add o1.xy, c3.w, -r0.x
    mov o1.zw, c3.w
    end
.end
