; clang makes a choice between two constants of nested loops with a break; a target without loops unrolls up to the larger.
define float @vertex(float %x, i32 %n) {
entry:
  %three = icmp eq i32 %n, 3
  %most = select i1 %three, i32 3, i32 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.000000e+00, %entry ], [ %more, %loop ]
  %number = uitofp nneg i32 %i to float
  %term = fmul float %x, %number
  %more = fadd float %sum, %term
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %most
  br i1 %done, label %end, label %loop

end:
  ret float %more
}
