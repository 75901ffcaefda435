; a struct of two integers in one register, as x86-64 passes it, around a loop: each half is a number of its own
define float @vertex(float %x, float %y) {
  br label %head

head:
  %range = phi i64 [ 1, %0 ], [ %next, %body ]
  %sum = phi float [ 0.0, %0 ], [ %added, %body ]
  %step = trunc i64 %range to i32
  %up = lshr i64 %range, 32
  %at = trunc i64 %up to i32
  %more = icmp slt i32 %at, 5
  %counts = icmp sgt i32 %step, 0
  %goes = and i1 %more, %counts
  br i1 %goes, label %body, label %end

body:
  %forward = add i64 %up, %range
  %high = shl i64 %forward, 32
  %low = and i64 %range, 4294967295
  %next = or disjoint i64 %high, %low
  %f = sitofp i32 %at to float
  %p = fmul float %x, %f
  %q = fmul float %p, %y
  %added = fadd float %sum, %q
  %beyond = fcmp ogt float %added, 3.0
  br i1 %beyond, label %end, label %head

end:
  %r = phi float [ %sum, %head ], [ %added, %body ]
  ret float %r
}
