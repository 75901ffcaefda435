; A product of complex numbers was known only where it comes back as two floats; WebAssembly's C returns it in memory, that
; of 32-bit x86 and RISC-V as one integer.
define <2 x float> @vertex(<2 x float> %x, <2 x float> %y) {
  %a = extractelement <2 x float> %x, i32 0
  %b = extractelement <2 x float> %x, i32 1
  %c = extractelement <2 x float> %y, i32 0
  %d = extractelement <2 x float> %y, i32 1
  %place = alloca { float, float }, align 4
  call void @__mulsc3(ptr sret({ float, float }) align 4 %place, float %a, float %b, float %c, float %d)
  %second = getelementptr { float, float }, ptr %place, i32 0, i32 1
  %p = load float, ptr %place, align 4
  %q = load float, ptr %second, align 4
  %bits = call i64 @__muldc3(float %p, float %q, float %c, float %d)
  %low = trunc i64 %bits to i32
  %high.wide = lshr i64 %bits, 32
  %high = trunc i64 %high.wide to i32
  %re = bitcast i32 %low to float
  %im = bitcast i32 %high to float
  %v = insertelement <2 x float> poison, float %re, i32 0
  %w = insertelement <2 x float> %v, float %im, i32 1
  ret <2 x float> %w
}

declare void @__mulsc3(ptr sret({ float, float }), float, float, float, float)
declare i64 @__muldc3(float, float, float, float)
