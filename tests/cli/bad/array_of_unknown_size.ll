; an array of unknown size
; gpucc --isa agal --stage vertex
; error: alloca|size|variable

define float @main(i32 %n) {
  %p = alloca float, i32 %n
  %q = getelementptr float, ptr %p, i32 %n
  store float 1.0, ptr %q
  %r = load float, ptr %p
  ret float %r
}
