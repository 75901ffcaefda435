; ModuleID = 'src/global_id.c'
source_filename = "src/global_id.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nounwind uwtable
define dso_local void @global_id(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(none) %1, ptr noundef writeonly captures(none) %2, ptr noundef readonly captures(none) %3) local_unnamed_addr #0 {
  %5 = tail call i64 @get_global_id(i32 noundef 0) #2
  %6 = getelementptr inbounds nuw <4 x float>, ptr %0, i64 %5
  %7 = load <4 x float>, ptr %6, align 16, !tbaa !9
  %8 = load float, ptr %3, align 4, !tbaa !10
  %9 = insertelement <4 x float> poison, float %8, i64 0
  %10 = shufflevector <4 x float> %9, <4 x float> poison, <4 x i32> zeroinitializer
  %11 = fmul <4 x float> %7, %10
  %12 = getelementptr inbounds nuw <4 x float>, ptr %1, i64 %5
  %13 = load <4 x float>, ptr %12, align 16, !tbaa !9
  %14 = fadd <4 x float> %13, %11
  %15 = getelementptr inbounds nuw <4 x float>, ptr %2, i64 %5
  store <4 x float> %14, ptr %15, align 16, !tbaa !9
  ret void
}

declare dso_local i64 @get_global_id(i32 noundef) local_unnamed_addr #1

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
!9 = !{!7, !7, i64 0}
!10 = !{!11, !11, i64 0}
!11 = !{!"float", !7, i64 0}
