; LLVM drops the inner mask, since the outer one hides what it does: in floats the product left the exact range
define { float, float } @hash(float %x) {
  %n = fptosi float %x to i32
  %low = and i32 %n, 63
  %a = mul i32 %low, 257
  %b = add i32 %a, 57
  %c = and i32 %b, 4095
  %kept = and i32 %n, 15
  %d = mul i32 %kept, %kept
  %e = mul i32 %d, 13
  %f = and i32 %e, 31
  %r = sitofp i32 %c to float
  %s = sitofp i32 %f to float
  %one = insertvalue { float, float } poison, float %r, 0
  %two = insertvalue { float, float } %one, float %s, 1
  ret { float, float } %two
}
