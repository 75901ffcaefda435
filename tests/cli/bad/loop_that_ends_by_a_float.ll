; a loop that ends by a float
; gpucc --isa agal --stage vertex
; error: loop

define float @main(float %x, float %y, float %z, i32 %i) {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %s = phi float [ %x, %entry ], [ %t, %loop ]
  %t = fmul float %s, %y
  %m = add i32 %n, 1
  %c = fcmp olt float %t, %z
  br i1 %c, label %loop, label %done
done:
  %r = fadd float %t, 0.0
  ret float %r
}
