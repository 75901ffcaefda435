// 6 instructions, lower bound 5
; PICA200, 6 instructions, 3 operand descriptors
.in arg0 v0
.in arg1 v1
.fvec arg2[16] c0
.out - position o0
.setf c16(0.0625, 16.0, 0.0, 0.0)

.proc main
    mul r0.x, c16.x, v1.x
    flr r0.x, r0.x
    mad r0.x, -r0.x, c16.y, v1.x
    mova a0.x, r0.x
    add o0, c0[a0.x], v0
    end
.end
