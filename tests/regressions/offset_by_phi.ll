; Offsets in bytes chosen by a phi, after optimisation by phis of phis.
declare void @gpucc.discard(i1)
define <4 x float> @fragment(<4 x float> %p, i32 %n, ptr readonly align 16 dereferenceable(128) %u) {
entry:
  switch i32 %n, label %d [ i32 1, label %a
    i32 2, label %b ]
a:
  %x = fcmp olt <4 x float> %p, zeroinitializer
  %y = extractelement <4 x i1> %x, i32 0
  call void @gpucc.discard(i1 %y)
  br label %e
b:
  %x1 = fcmp olt <4 x float> %p, zeroinitializer
  %y1 = extractelement <4 x i1> %x1, i32 1
  call void @gpucc.discard(i1 %y1)
  br label %e
d:
  br label %e
e:
  %o = phi i64 [ 16, %a ], [ 32, %b ], [ 80, %d ]
  %g = getelementptr inbounds i8, ptr %u, i64 %o
  %v = load <4 x float>, ptr %g, align 16
  ret <4 x float> %v
}
