; ModuleID = 'src/alpha_test.c'
source_filename = "src/alpha_test.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nounwind uwtable
define dso_local <4 x float> @alpha_test(<2 x float> noundef %0, <4 x float> noundef %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %0) #2
  %5 = fmul <4 x float> %1, %4
  %6 = extractelement <4 x float> %5, i64 3
  %7 = load float, ptr %2, align 4, !tbaa !9
  %8 = fcmp olt float %6, %7
  tail call void @gpucc.discard(i1 noundef %8) #2
  ret <4 x float> %5
}

declare dso_local <4 x float> @gpucc.texture.2d(i32 noundef, <2 x float> noundef) local_unnamed_addr #1

declare dso_local void @gpucc.discard(i1 noundef) local_unnamed_addr #1

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
