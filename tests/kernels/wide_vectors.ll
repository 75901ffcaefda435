; Vectors of eight and a matrix product over one of sixteen, to be split.
define { <4 x float>, <4 x float> } @wide_vectors(<4 x float> %a, <4 x float> %b, ptr readonly %u) {
  %ab = shufflevector <4 x float> %a, <4 x float> %b, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %k = load <8 x float>, ptr %u, align 16
  %scaled = fmul <8 x float> %ab, %k
  %flipped = shufflevector <8 x float> %scaled, <8 x float> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %sum = fadd <8 x float> %scaled, %flipped
  %low = shufflevector <8 x float> %sum, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %m = getelementptr inbounds i8, ptr %u, i64 32
  %rows = load <16 x float>, ptr %m, align 16
  %x = shufflevector <16 x float> %rows, <16 x float> poison, <4 x i32> <i32 0, i32 4, i32 8, i32 12>
  %y = shufflevector <16 x float> %rows, <16 x float> poison, <4 x i32> <i32 1, i32 5, i32 9, i32 13>
  %px = fmul <4 x float> %x, %low
  %py = fmul <4 x float> %y, %b
  %product = fadd <4 x float> %px, %py
  %r0 = insertvalue { <4 x float>, <4 x float> } poison, <4 x float> %low, 0
  %r1 = insertvalue { <4 x float>, <4 x float> } %r0, <4 x float> %product, 1
  ret { <4 x float>, <4 x float> } %r1
}
