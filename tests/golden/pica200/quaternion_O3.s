// 9 instructions, lower bound 8
; PICA200, 9 instructions, 7 operand descriptors
.in arg0 v0
.in arg1 v1
.out - position o0
.setf c0(2.0, 1.0, 0.0, 0.0)

.proc main
    mov r0.xyz, v0.zxy
    mul r1.xyz, r0.yzx, v1.yzx
    mad r1.xyz, r0.zxy, v1, -r1
    madi r0.xyz, r0, v1.w, r1
    mul r1.xyz, v1.zxy, r0.zxy
    mad r0.xyz, v1.yzx, r0, -r1
    mad o0.xyz, r0, c0.x, v0
    mov o0.w, c0.y
    end
.end
