; The bounds of an index were lost in a vector, and 255 registers were wanted for an array of eight.
define <4 x float> @main(<2 x i32> %which, ptr %rows) {
  %narrow = trunc <2 x i32> %which to <2 x i8>
  %few = and <2 x i8> %narrow, splat (i8 3)
  %even = shl nuw nsw <2 x i8> %few, splat (i8 1)
  %first = extractelement <2 x i8> %even, i64 0
  %second = extractelement <2 x i8> %even, i64 1
  %i = zext nneg i8 %first to i64
  %j = zext nneg i8 %second to i64
  %p = getelementptr inbounds <4 x float>, ptr %rows, i64 %i
  %after = getelementptr inbounds nuw i8, ptr %rows, i64 16
  %q = getelementptr inbounds <4 x float>, ptr %after, i64 %j
  %a = load <4 x float>, ptr %p
  %b = load <4 x float>, ptr %q
  %sum = fadd <4 x float> %a, %b
  ret <4 x float> %sum
}
