; A texture with mipmaps is read beside a branch, and AGSL, which chooses no level by the neighbours, drops the mipmaps.
@mips = external addrspace(4) global i32
declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)
define <4 x float> @fragment(<4 x float> %p, i32 %n) {
entry:
  %v22 = icmp sge i32 %n, 2
  %v23 = select i1 %v22, <2 x float> splat (float 3.000000e+00), <2 x float> splat (float 2.500000e-01)
  %v88 = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @mips, <2 x float> %v23)
  br i1 %v22, label %then90, label %join92
then90:
  br label %head123
head123:
  %c126 = phi i32 [ %d128, %head123 ], [ 0, %then90 ]
  %d128 = add i32 %c126, 1
  %m141 = icmp slt i32 %d128, 1
  %m141.not = xor i1 %m141, true
  br i1 %m141.not, label %done125, label %head123
done125:
  br label %join92
join92:
  %v144 = phi <4 x float> [ %p, %done125 ], [ %v88, %entry ]
  ret <4 x float> %v144
}
!gpucc.interface = !{!0}
!0 = !{!"mips", !"sampler", i32 0, !"linear,miplinear,repeat"}
