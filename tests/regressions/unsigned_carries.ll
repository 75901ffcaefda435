; Read as unsigned, negative numbers are large ones: such a sum or product leaves 32 bits long before floats end.
define { float, float } @vertex(float %a, float %b) {
  %i = fptosi float %a to i32
  %j = fptosi float %b to i32
  %sat = call i32 @llvm.uadd.sat.i32(i32 %i, i32 %j)
  %sum = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %i, i32 %j)
  %carry = extractvalue { i32, i1 } %sum, 1
  %product = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %i, i32 %j)
  %over = extractvalue { i32, i1 } %product, 1
  %x = sitofp i32 %sat to float
  %y = select i1 %carry, float 1.0, float 2.0
  %z = select i1 %over, float 4.0, float 0.0
  %w = fadd float %y, %z
  %r0 = insertvalue { float, float } poison, float %x, 0
  %r1 = insertvalue { float, float } %r0, float %w, 1
  ret { float, float } %r1
}
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
