; atomics
; gpucc --isa agal --stage vertex
; error: atomic

define float @main(ptr %p, float %x) {
  %o = atomicrmw fadd ptr %p, float %x seq_cst
  ret float %o
}
