; LLVM takes what follows \01 in a name as the whole symbol: this one has no name at all, and code generation stopped
@"\01" = external addrspace(2) global float
@p = external addrspace(1) global <4 x float>
@gl_Position = external addrspace(3) global <4 x float>
define void @main() {
  %a = load <4 x float>, ptr addrspace(1) @p
  %u = load float, ptr addrspace(2) @"\01"
  %b = insertelement <4 x float> %a, float %u, i32 0
  store <4 x float> %b, ptr addrspace(3) @gl_Position
  ret void
}
