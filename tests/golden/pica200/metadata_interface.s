// 3 instructions, lower bound 3
; PICA200, 3 instructions, 2 operand descriptors
.fvec _c0[7]
.fvec scale ; c7
.in colour v0
.in vertex v1
.out - position o0
.out - color o1
.setf c8(1.0, 0.0, 0.0, 0.0)

.proc main
    mul o0, c7, v1
    add o1, c8.x, -v0
    end
.end
