; A test of a counter moved to the end of its loop, past a third exit with another value (pica200).
define float @vertex(float %x, float %y, float %z) {
entry:
  %t = call float @llvm.maxnum.f32(float %z, float 199.5)
  br label %h
h:
  %i = phi i32 [0, %entry], [%i2, %l]
  %s = phi float [0.0, %entry], [%s2, %l]
  %s2 = fadd float %s, %x
  %c = icmp sge i32 %i, 200
  br i1 %c, label %out, label %m
m:
  %q = sitofp i32 %i to float
  %c3 = fcmp ogt float %q, %t
  br i1 %c3, label %out, label %l
l:
  %i2 = add i32 %i, 1
  %c2 = fcmp ogt float %s2, %y
  br i1 %c2, label %out, label %h
out:
  %r = phi float [%s2, %h], [1000.0, %m], [%s2, %l]
  ret float %r
}
declare float @llvm.maxnum.f32(float, float)
