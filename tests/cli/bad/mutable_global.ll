; a mutable global
; gpucc --isa agal --stage vertex
; error: state

@state = global float 0.0
define float @main(float %x) {
  %v = load float, ptr @state
  %w = fadd float %v, %x
  store float %w, ptr @state
  ret float %w
}
