// 6 instructions, lower bound 5
; PICA200, 6 instructions, 3 operand descriptors
.fvec arg2[16] ; c0
.in arg0 v0
.in arg1 v1
.out - position o0
.setf c16(0.0625, 16.0, 0.0, 0.0)

.proc main
    mul r0.x, c16, v1
    flr r0.x, r0
    mad r0.x, -r0, c16.y, v1
    mova a0.x, r0
    add o0, c0[a0.x], v0
    end
.end
