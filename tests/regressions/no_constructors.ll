; empty lists, and constants of other languages' address spaces: neither code before the shader nor samplers
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer
@__oclc_wavefrontsize64 = internal addrspace(4) constant i8 1
@table = internal addrspace(4) constant [2 x float] [float 1.0, float 2.0]
@unused = addrspace(4) constant [4 x float] zeroinitializer
define float @vertex(float %x) {
  %p = getelementptr [2 x float], ptr addrspace(4) @table, i32 0, i32 1
  %k = load float, ptr addrspace(4) %p, align 4
  %r = fadd float %x, %k
  ret float %r
}
