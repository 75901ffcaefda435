; ModuleID = 'src/threshold.c'
source_filename = "src/threshold.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nounwind uwtable
define dso_local <4 x float> @threshold(<2 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %0) #2
  %4 = extractelement <4 x float> %3, i64 0
  %5 = fmul float %4, 0x3FD322D0E0000000
  %6 = shufflevector <4 x float> %3, <4 x float> poison, <2 x i32> <i32 1, i32 2>
  %7 = fmul <2 x float> %6, <float 0x3FE2C8B440000000, float 0x3FBD2F1AA0000000>
  %8 = extractelement <2 x float> %7, i64 0
  %9 = fadd float %5, %8
  %10 = extractelement <2 x float> %7, i64 1
  %11 = fadd float %10, %9
  %12 = load float, ptr %1, align 4, !tbaa !9
  %13 = fcmp ogt float %11, %12
  %14 = shufflevector <4 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float poison>, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %15 = shufflevector <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %16 = select i1 %13, <4 x float> %14, <4 x float> %15
  ret <4 x float> %16
}

declare dso_local <4 x float> @gpucc.texture.2d(i32 noundef, <2 x float> noundef) local_unnamed_addr #1

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
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !7, i64 0}
