; Rust's f32::MIN and its kin: fewer digits of the largest number are above every number.
define float @vertex(float %x) {
  %low = fcmp olt float %x, 0.0
  %least = select i1 %low, float 0xC7EFFFFFE0000000, float %x
  %most = call float @llvm.maximumnum.f32(float %least, float 0xC7EFFFFFC0000000)
  ret float %most
}
declare float @llvm.maximumnum.f32(float, float)
