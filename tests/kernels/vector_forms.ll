; Forms that optimisers make: reductions, compares and selects of vectors, freeze, fmuladd, saturating clamps.
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.trunc.v4f32(<4 x float>)

define <4 x float> @vector_forms(<4 x float> %a, <4 x float> %b, ptr readonly %u) {
  %k = load <4 x float>, ptr %u, align 16
  %less = fcmp olt <4 x float> %a, %b
  %low = select <4 x i1> %less, <4 x float> %a, <4 x float> %b
  %sum = call float @llvm.vector.reduce.fadd.v4f32(float 0.000000e+00, <4 x float> %low)
  %high = call nnan float @llvm.vector.reduce.fmax.v4f32(<4 x float> %a)
  %whole = call <4 x float> @llvm.trunc.v4f32(<4 x float> %b)
  %mad = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %whole, <4 x float> %k, <4 x float> %low)
  %iced = freeze <4 x float> %mad
  %first = insertelement <4 x float> %iced, float %sum, i64 0
  %both = insertelement <4 x float> %first, float %high, i64 3
  ret <4 x float> %both
}
