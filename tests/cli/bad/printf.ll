; printf
; gpucc --isa agal --stage vertex
; error: printf

declare i32 @printf(ptr, ...)
define float @main(float %x, float %y, float %z, i32 %i) {
  %n = call i32 (ptr, ...) @printf(ptr null, float %x)
  %r = sitofp i32 %n to float
  ret float %r
}
