; an unknown function
; gpucc --isa agal --stage vertex
; error: mystery

declare float @mystery(float)
define float @main(float %x, float %y, float %z, i32 %i) {
  %r = call float @mystery(float %x)
  ret float %r
}
