"""IR with a loop of unknown length, whose source lines several tests examine."""

HALVING = """
define <4 x float> @shade(<2 x float> %p) {
entry:
  %x = extractelement <2 x float> %p, i32 0
  br label %head
head:
  %v = phi float [ %x, %entry ], [ %w, %body ]
  %n = phi i32 [ 0, %entry ], [ %m, %body ]
  %go = fcmp ogt float %v, 1.0
  br i1 %go, label %body, label %end
body:
  %w = fmul float %v, 0.5
  %m = add i32 %n, 1
  br label %head
end:
  %f = sitofp i32 %n to float
  %a = insertelement <4 x float> zeroinitializer, float %f, i32 0
  %b = insertelement <4 x float> %a, float %v, i32 1
  ret <4 x float> %b
}
"""
