; The interface by metadata: inputs through pointers, as rustc passes arrays, and uniforms placed by hand.
define void @shade(ptr %vertex, ptr %colour, ptr %scale, ptr %clip, ptr %out) {
  %v = load <4 x float>, ptr %vertex, align 16
  %c = load <4 x float>, ptr %colour, align 16
  %s = load <4 x float>, ptr %scale, align 16
  %scaled = fmul <4 x float> %v, %s
  %inverse = fsub <4 x float> splat (float 1.000000e+00), %c
  store <4 x float> %scaled, ptr %clip, align 16
  store <4 x float> %inverse, ptr %out, align 16
  ret void
}

!gpucc.interface = !{!0, !1, !2, !3, !4}
!0 = !{!"vertex", !"input", i32 1}
!1 = !{!"colour", !"input", i32 0}
!2 = !{!"scale", !"uniform", i32 7}
!3 = !{!"clip", !"output", i32 0}
!4 = !{!"out", !"output", i32 1}
