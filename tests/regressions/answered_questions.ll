; whether a value is a constant, and how large its object is, as front ends ask before any optimisation
declare i1 @llvm.is.constant.f32(float)
declare i1 @llvm.is.constant.i32(i32)
declare i64 @llvm.objectsize.i64.p0(ptr, i1 immarg, i1 immarg, i1 immarg)

define <2 x float> @main(ptr noalias readonly %u, float %x) {
  %unknown = call i1 @llvm.is.constant.f32(float %x)
  %two = add i32 1, 1
  %known = tail call i1 @llvm.is.constant.i32(i32 %two)
  %most = call i64 @llvm.objectsize.i64.p0(ptr %u, i1 false, i1 true, i1 false)
  %least = call i64 @llvm.objectsize.i64.p0(ptr %u, i1 true, i1 true, i1 false)
  %no_limit = icmp eq i64 %most, -1
  %no_size = icmp eq i64 %least, 0
  %open = and i1 %no_limit, %no_size
  %first = load float, ptr %u
  %a = select i1 %unknown, float 2.0, float %first
  %b = select i1 %known, float 4.0, float 5.0
  %c = select i1 %open, float %x, float 6.0
  %ab = fmul float %a, %b
  %low = insertelement <2 x float> poison, float %ab, i64 0
  %both = insertelement <2 x float> %low, float %c, i64 1
  ret <2 x float> %both
}
