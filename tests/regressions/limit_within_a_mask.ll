; a loop up to a number that is masked, or a remainder, ends by the largest of these
define <2 x float> @vertex(float %a, float %b, i32 %k) {
entry:
  %n = and i32 %k, 3
  %m = urem i32 %n, 3
  br label %h
h:
  %x = phi float [ %a, %entry ], [ %x1, %l ]
  %i = phi i32 [ 0, %entry ], [ %i1, %l ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %l, label %second
l:
  %x1 = fmul float %x, %b
  %i1 = add i32 %i, 1
  br label %h
second:
  %y = phi float [ %b, %h ], [ %y1, %r ]
  %j = phi i32 [ 0, %h ], [ %j1, %r ]
  %d = icmp slt i32 %j, %m
  br i1 %d, label %r, label %e
r:
  %y1 = fadd float %y, %x
  %j1 = add i32 %j, 1
  br label %second
e:
  %v = insertelement <2 x float> poison, float %x, i32 0
  %w = insertelement <2 x float> %v, float %y, i32 1
  ret <2 x float> %w
}
