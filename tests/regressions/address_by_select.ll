; LLVM turns the branch into a choice of address; a target that blends the registers suffers from infinities in the other.
; Found by gpucc campaign fuzz --isa agal --seed 7.
define <4 x float> @vertex(float %f, ptr readonly align 16 dereferenceable(32) %u) {
entry:
  %c = fcmp ord float %f, 0.0
  br i1 %c, label %then, label %else
then:
  %x = load <4 x float>, ptr %u, align 16
  br label %join
else:
  %a = getelementptr inbounds <4 x float>, ptr %u, i64 1
  %y = load <4 x float>, ptr %a, align 16
  br label %join
join:
  %r = phi <4 x float> [ %x, %then ], [ %y, %else ]
  ret <4 x float> %r
}
