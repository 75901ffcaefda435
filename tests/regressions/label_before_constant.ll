; After inlining, the first block has a label, and a part of a global becomes an instruction before all others: it goes behind the label.
@colour = external addrspace(3) global <4 x float>
@a = external addrspace(1) global <4 x float>
@uv = external addrspace(1) global [2 x <2 x float>]
define void @fragment() {
entry:
  br label %body
body:
  %v = load <4 x float>, ptr addrspace(1) @a
  %x = extractelement <4 x float> %v, i32 0
  %c = fcmp ogt float %x, 5.0e-01
  br i1 %c, label %then, label %else
then:
  %p = getelementptr inbounds [2 x <2 x float>], ptr addrspace(1) @uv, i32 0, i32 1
  %t = load <2 x float>, ptr addrspace(1) %p
  %w = shufflevector <2 x float> %t, <2 x float> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %w, ptr addrspace(3) @colour
  br label %done
else:
  store <4 x float> %v, ptr addrspace(3) @colour
  br label %done
done:
  ret void
}
