; ModuleID = 'src/projective.c'
source_filename = "src/projective.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nounwind uwtable
define dso_local <4 x float> @projective(<4 x float> noundef %0, <4 x float> noundef %1) local_unnamed_addr #0 {
  %3 = tail call <4 x float> @gpucc.texture.2d.proj(i32 noundef 2, <4 x float> noundef %0) #2
  %4 = extractelement <4 x float> %0, i64 3
  %5 = fcmp ogt float %4, 0.000000e+00
  %6 = select i1 %5, float 1.000000e+00, float 0.000000e+00
  %7 = insertelement <4 x float> poison, float %6, i64 0
  %8 = shufflevector <4 x float> %7, <4 x float> poison, <4 x i32> zeroinitializer
  %9 = fmul <4 x float> %8, %3
  %10 = fadd <4 x float> %1, %9
  ret <4 x float> %10
}

declare dso_local <4 x float> @gpucc.texture.2d.proj(i32 noundef, <4 x float> noundef) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "no-trapping-math"="true" }
attributes #1 = { "no-trapping-math"="true" }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 4}
!4 = !{!"clang version 22.1.8"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
