; a number, and above it whether there is one, as C++ without optimisation passes them on
define float @fragment(float %x, float %y) {
  %none = fcmp oeq float %y, 0.0
  br i1 %none, label %join, label %some
some:
  %quotient = fdiv float %x, %y
  %bits = bitcast float %quotient to i32
  %low = zext i32 %bits to i64
  %both = or disjoint i64 %low, 4294967296
  %held = trunc nuw nsw i64 %both to i40
  br label %join
join:
  %passed = phi i40 [ 0, %0 ], [ %held, %some ]
  %empty = icmp ult i40 %passed, 4294967296
  br i1 %empty, label %out, label %read
read:
  %word = trunc i40 %passed to i32
  %number = bitcast i32 %word to float
  br label %out
out:
  %result = phi float [ 7.0, %join ], [ %number, %read ]
  ret float %result
}
