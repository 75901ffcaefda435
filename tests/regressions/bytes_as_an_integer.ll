; an integer of four bytes: no sum on the way may be larger than the result, which a float may just hold
define <3 x i32> @fragment(<4 x float> %colour) {
  %least = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %colour, <4 x float> zeroinitializer)
  %most = call <4 x float> @llvm.minnum.v4f32(<4 x float> %least, <4 x float> splat (float 1.0))
  %scaled = fmul <4 x float> %most, splat (float 255.0)
  %bytes = fptoui <4 x float> %scaled to <4 x i8>
  %all = bitcast <4 x i8> %bytes to i32
  %opaque = insertelement <4 x i8> %bytes, i8 -1, i32 3
  %solid = bitcast <4 x i8> %opaque to i32
  %dark = insertelement <4 x i8> %bytes, i8 0, i32 1
  %darker = insertelement <4 x i8> %dark, i8 0, i32 2
  %sparse = bitcast <4 x i8> %darker to i32
  %a = insertelement <3 x i32> poison, i32 %all, i32 0
  %b = insertelement <3 x i32> %a, i32 %solid, i32 1
  %c = insertelement <3 x i32> %b, i32 %sparse, i32 2
  ret <3 x i32> %c
}
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>)
