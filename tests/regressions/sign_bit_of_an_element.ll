; The sign bit of a vector's element, which zeros of pica200 lack: LLVM reads the bits of the whole vector, and the judge
; saw no comparison of them.
define float @k(<2 x float> %a, float %y) {
  %x = extractelement <2 x float> %a, i32 0
  %b = bitcast float %x to i32
  %s = icmp slt i32 %b, 0
  %r = select i1 %s, float 1.0, float %y
  ret float %r
}
