; A vector as a number of 128 bits of which a shift takes a part, a stack object of a named type of which no element is
; stored on some path, and inline assembly without an instruction.
%inner = type { [2 x float] }
%pair = type <{ %inner, i32 }>
define <4 x float> @vertex(<4 x float> %p) {
  %whole = bitcast <4 x float> %p to i128
  %shifted = lshr i128 %whole, 32
  %low = trunc i128 %shifted to i64
  %two = bitcast i64 %low to <2 x float>
  %a = extractelement <2 x float> %two, i64 0
  %b = tail call float asm sideeffect "", "=r,0,~{dirflag}"(float %a)
  call void asm sideeffect "# nothing", "r,~{memory}"(float %b)
  %place = alloca %pair
  store float %b, ptr %place
  %c = load float, ptr %place
  %r = insertelement <4 x float> %p, float %c, i32 0
  ret <4 x float> %r
}
