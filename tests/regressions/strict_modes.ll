; clang -ffp-model=strict: arithmetic, comparisons, conversions and functions as calls
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare float @llvm.experimental.constrained.fmul.f32(float, float, metadata, metadata)
declare float @llvm.experimental.constrained.sqrt.f32(float, metadata, metadata)
declare float @llvm.experimental.constrained.floor.f32(float, metadata)
declare float @llvm.experimental.constrained.sitofp.f32.i32(i32, metadata, metadata)
declare i32 @llvm.experimental.constrained.fptosi.i32.f32(float, metadata)
declare i1 @llvm.experimental.constrained.fcmps.f32(float, float, metadata, metadata)
declare <2 x float> @llvm.experimental.constrained.fsub.v2f32(<2 x float>, <2 x float>, metadata, metadata)

define <2 x float> @vertex(float %x, float %y, <2 x float> %v) #0 {
  %sum = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.tonearest", metadata !"fpexcept.strict") #0
  %square = call float @llvm.experimental.constrained.fmul.f32(float %sum, float %sum, metadata !"round.tonearest", metadata !"fpexcept.strict") #0
  %root = call float @llvm.experimental.constrained.sqrt.f32(float %square, metadata !"round.tonearest", metadata !"fpexcept.strict") #0
  %whole = call float @llvm.experimental.constrained.floor.f32(float %y, metadata !"fpexcept.strict") #0
  %number = call i32 @llvm.experimental.constrained.fptosi.i32.f32(float %whole, metadata !"fpexcept.strict") #0
  %back = call float @llvm.experimental.constrained.sitofp.f32.i32(i32 %number, metadata !"round.tonearest", metadata !"fpexcept.strict") #0
  %less = call i1 @llvm.experimental.constrained.fcmps.f32(float %x, float %root, metadata !"olt", metadata !"fpexcept.strict") #0
  %chosen = select i1 %less, float %back, float %root
  %a = insertelement <2 x float> poison, float %chosen, i32 0
  %b = insertelement <2 x float> %a, float %sum, i32 1
  %r = call <2 x float> @llvm.experimental.constrained.fsub.v2f32(<2 x float> %b, <2 x float> %v, metadata !"round.tonearest", metadata !"fpexcept.strict") #0
  ret <2 x float> %r
}

attributes #0 = { strictfp }
