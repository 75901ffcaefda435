; A vertex shader by globals: attributes, uniforms and results each in their address space, names kept.
@position = external addrspace(1) global <4 x float>
@tint = external addrspace(1) global <4 x float>
@mvp = external addrspace(2) global [4 x <4 x float>]
@fade = external addrspace(2) global <4 x float>
@gl_Position = external addrspace(3) global <4 x float>
@colour = external addrspace(3) global <4 x float>

declare float @llvm.maxnum.f32(float, float)

define void @main() {
  %p = load <4 x float>, ptr addrspace(1) @position
  %c0 = load <4 x float>, ptr addrspace(2) @mvp
  %c1 = load <4 x float>, ptr addrspace(2) getelementptr inbounds ([4 x <4 x float>], ptr addrspace(2) @mvp, i32 0, i32 1)
  %c2 = load <4 x float>, ptr addrspace(2) getelementptr inbounds ([4 x <4 x float>], ptr addrspace(2) @mvp, i32 0, i32 2)
  %c3 = load <4 x float>, ptr addrspace(2) getelementptr inbounds ([4 x <4 x float>], ptr addrspace(2) @mvp, i32 0, i32 3)
  %x = shufflevector <4 x float> %p, <4 x float> poison, <4 x i32> zeroinitializer
  %y = shufflevector <4 x float> %p, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %z = shufflevector <4 x float> %p, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %w = shufflevector <4 x float> %p, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %a = fmul <4 x float> %c0, %x
  %b = fmul <4 x float> %c1, %y
  %c = fmul <4 x float> %c2, %z
  %d = fmul <4 x float> %c3, %w
  %ab = fadd <4 x float> %a, %b
  %abc = fadd <4 x float> %ab, %c
  %abcd = fadd <4 x float> %abc, %d
  store <4 x float> %abcd, ptr addrspace(3) @gl_Position
  %t = load <4 x float>, ptr addrspace(1) @tint
  %f = load <4 x float>, ptr addrspace(2) @fade
  %mixed = fmul <4 x float> %t, %f
  store <4 x float> %mixed, ptr addrspace(3) @colour
  ret void
}
