; a power of two beyond the format, of a product of two that are made from bits, on the side that is not taken (AGAL without jumps)
define float @vertex(float %x) {
  %v11 = fcmp nsz arcp contract afn une float %x, 0xFFF0000000000000
  %v12 = fcmp nsz arcp contract afn une float %x, 0x7FF0000000000000
  %v13 = fcmp nsz arcp contract afn une float %x, %x
  %v14 = select i1 %v11, float %x, float 0.0
  %v15 = select i1 %v13, float 0.0, float %v14
  %v16 = select i1 %v12, float %v15, float 0.0
  %v20 = fptosi float %v16 to i32
  %v70 = ashr i32 %v20, 1
  %v71 = mul i32 %v70, -1
  %v72 = add nsw i32 %v20, %v71
  %v73 = add nsw i32 %v72, 127
  %v74 = shl i32 %v73, 23
  %v75 = bitcast i32 %v74 to float
  %v94 = add nsw i32 %v70, 127
  %v95 = shl i32 %v94, 23
  %v96 = bitcast i32 %v95 to float
  %v121 = fmul nsz arcp contract afn float %v96, %v75
  %v122 = fcmp nsz arcp contract afn olt float %x, -150.0
  %v123 = fcmp nsz arcp contract afn olt float %x, 128.0
  %v124 = icmp ne i1 %v123, 1
  %v125 = select i1 %v124, float 0x7FF0000000000000, float %v121
  %v126 = select i1 %v122, float 0.0, float %v125
  %v127 = select i1 %v13, float 0x7FF8000000000000, float %v126
  %v128 = fadd nsz arcp contract afn float 1.0, %v127
  %r = fdiv nsz arcp contract afn float 1.0, %v128
  ret float %r
}
