// 10 instructions, lower bound 9
; PICA200, 10 instructions, 8 operand descriptors
.fvec arg3 ; c0
.in arg0 v0
.in arg1 v1
.in arg2 v2
.out - position o0
.out - color o1
.setf c1(0.0, 0.0, 0.0, 0.0)

.proc main
    mov o0, v0
    mov r0.xyz, v1.yzx
    mul r1.xyz, r0.yzx, v2.yzx
    mad r0.xyz, r0, v2.zxy, -r1
    mul r0.xyz, v2.w, r0
    dp3 o1.y, c0, r0
    dp3 o1.x, c0, v2
    dp3 o1.z, c0, v1
    mov o1.w, c1.x
    end
.end
