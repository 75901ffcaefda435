; comparisons of bit logic, as LLVM makes them of comparisons of two numbers
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
define <4 x float> @fragment(i32 %a, i32 %b, float %x) {
  %or = or i32 %a, %b
  %and = and i32 %a, %b
  %xor = xor i32 %a, %b
  %least = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %both = icmp eq i32 %or, 0
  %either = icmp ne i32 %or, 0
  %all = icmp eq i32 %and, -1
  %same = icmp eq i32 %xor, 0
  %minus = icmp slt i32 %or, 0
  %minuses = icmp slt i32 %and, 0
  %unlike = icmp slt i32 %xor, 0
  %plus = icmp sgt i32 %or, -1
  %some = icmp eq i32 %least, 0
  %few = icmp ult i32 %or, 8
  %p = select i1 %both, float 1.0, float %x
  %q = select i1 %either, float %p, float 2.0
  %r = select i1 %all, float 3.0, float %q
  %s = select i1 %same, float 4.0, float %x
  %t = select i1 %minus, float 5.0, float %s
  %u = select i1 %minuses, float 6.0, float %x
  %v = select i1 %unlike, float %u, float 7.0
  %w = select i1 %plus, float %v, float 8.0
  %y = select i1 %some, float 9.0, float %x
  %z = select i1 %few, float %y, float 10.0
  %o0 = insertelement <4 x float> poison, float %r, i32 0
  %o1 = insertelement <4 x float> %o0, float %t, i32 1
  %o2 = insertelement <4 x float> %o1, float %w, i32 2
  %o3 = insertelement <4 x float> %o2, float %z, i32 3
  ret <4 x float> %o3
}
