; In float32 an element is chosen by products, and the NaN of an infinity beside it decides a comparison (false alarm on pica200).

define <4 x float> @main(<4 x float> %p, <4 x float> %q, float %f, float %g, i32 %n, i32 %m) {
entry:
  %v1 = and i32 %m, 3
  %v2 = extractelement <4 x float> %q, i32 %v1
  %v3 = fmul float %v2, %v2
  %v4 = icmp sge i32 %m, 0
  %v5 = icmp eq i32 %v1, -2
  %v6 = icmp eq i32 %v1, -2
  %v7 = icmp eq i32 %v1, -1
  %v8 = fcmp oeq float %v3, %v3
  %v9 = insertelement <4 x float> %q, float %v3, i32 0
  %v10 = insertelement <4 x float> %v9, float %v2, i32 1
  %v11 = insertelement <4 x float> %v10, float %g, i32 2
  %v12 = sitofp i32 %v1 to float
  %v13 = insertelement <4 x float> %v11, float %v12, i32 3
  %v14 = select i1 %v8, <4 x float> %v13, <4 x float> %q
  ret <4 x float> %v14
}

