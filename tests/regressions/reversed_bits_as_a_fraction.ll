; A number with its bits reversed and the literal 2^-32 have no place in halves, the fraction that they make has: the right program was
; called different.
declare i32 @llvm.bitreverse.i32(i32)
define float @fragment(i32 %i) {
  %r = call i32 @llvm.bitreverse.i32(i32 %i)
  %f = uitofp i32 %r to float
  %m = fmul float %f, 0x3DF0000000000000
  ret float %m
}
