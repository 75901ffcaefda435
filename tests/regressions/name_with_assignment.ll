; A name that reads like an assignment: statements were split inside of it.
@auto = external addrspace(1) global <4 x float>
@"x = 1" = external addrspace(2) global <4 x float>
@gl_Position = external addrspace(3) global <4 x float>
define void @main() {
  %a = load <4 x float>, ptr addrspace(1) @auto, align 16
  %b = load <4 x float>, ptr addrspace(2) @"x = 1", align 16
  %r = fadd <4 x float> %a, %b
  store <4 x float> %r, ptr addrspace(3) @gl_Position, align 16
  ret void
}

