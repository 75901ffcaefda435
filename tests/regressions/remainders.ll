; A remainder of a large or infinite divisor was NaN: its multiple overflowed when it was split into halves. On pica200 quotients
; beyond 2^14 were compared, although 16 bits cannot tell them.
define float @main(float %a, float %b) { 
 %r = frem float %a, %b
 ret float %r 
}
