; A negative number, shifted down without its sign by an amount known at run time: by 31 it is 1. In halves larger
; amounts are limited to one that shifts out all exact bits, and the test for 31 looked at the limited amount.
define <4 x float> @fragment(<4 x float> %a, i32 %m, i32 %n) {
  %low = call i32 @llvm.smax.i32(i32 %m, i32 -255)
  %x = call i32 @llvm.smin.i32(i32 %low, i32 255)
  %by = and i32 %n, 31
  %shifted = lshr i32 %x, %by
  %byte = and i32 %shifted, 255
  %r = sitofp i32 %byte to float
  %color = insertelement <4 x float> %a, float %r, i64 0
  ret <4 x float> %color
}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
