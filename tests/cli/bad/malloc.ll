; malloc
; gpucc --isa agal --stage vertex
; error: malloc|keep

declare ptr @malloc(i64)
declare void @keep(ptr)
define float @main(float %x, float %y, float %z, i32 %i) {
  %p = call ptr @malloc(i64 4)
  store float %x, ptr %p
  call void @keep(ptr %p)
  %r = load float, ptr %p
  ret float %r
}
