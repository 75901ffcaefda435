; LLVM takes the constant of a sum of which only the last bits are read modulo these: the sum that it writes may leave
; the exact range where the source's does not. The judge looks at LLVM's.
define <4 x float> @k(<4 x float> %a) {
  %x = extractelement <4 x float> %a, i64 1
  %n = fptosi float %x to i32
  %s = add i32 %n, -1566456
  %t = trunc i32 %s to i8
  %w = sext i8 %t to i32
  %f = sitofp i32 %w to float
  %r = insertelement <4 x float> <float poison, float 0.0, float 0.0, float 1.0>, float %f, i64 0
  ret <4 x float> %r
}
