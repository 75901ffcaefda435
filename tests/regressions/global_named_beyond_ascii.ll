; LLVM writes the name of this uniform in escapes
@"\C3\A9 \5C" = external addrspace(2) global <4 x float>
@gl_Position = external addrspace(3) global <4 x float>
define void @vertex(<4 x float> %a) {
  %b = load <4 x float>, ptr addrspace(2) @"\C3\A9 \5C", align 16
  %r = fadd <4 x float> %a, %b
  store <4 x float> %r, ptr addrspace(3) @gl_Position, align 16
  ret void
}
