; A struct of unions, as C++ libraries have for vectors, is one vector: a fragment shader has one colour.
%vector = type { %x, %x, %x, %x }
%x = type { float }
define %vector @fragment([4 x float] %p, float %by) {
  %a = extractvalue [4 x float] %p, 0
  %b = extractvalue [4 x float] %p, 3
  %c = fmul float %a, %by
  %r0 = insertvalue %vector poison, float %c, 0, 0
  %r1 = insertvalue %vector %r0, float %a, 1, 0
  %r2 = insertvalue %vector %r1, float %b, 2, 0
  %r3 = insertvalue %vector %r2, float %by, 3, 0
  ret %vector %r3
}
