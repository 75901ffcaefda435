; Nine bits moved to the top of a word, down by one, and down again: on the way the number is larger than floats hold
; exactly, but ends in zeros.
define float @shader(float %x) {
  %n = fptosi float %x to i32
  %s = shl i32 %n, 23
  %h = ashr i32 %s, 1
  %l = lshr i32 %h, 22
  %m = and i32 %l, 1022
  %f = uitofp i32 %m to float
  ret float %f
}
