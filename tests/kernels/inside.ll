; ModuleID = 'src/inside.c'
source_filename = "src/inside.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local i1 @inside(<2 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = extractelement <2 x float> %0, i64 0
  %4 = load <4 x float>, ptr %1, align 16
  %5 = extractelement <4 x float> %4, i64 0
  %6 = fcmp ult float %3, %5
  br i1 %6, label %17, label %7

7:                                                ; preds = %2
  %8 = extractelement <2 x float> %0, i64 1
  %9 = extractelement <4 x float> %4, i64 1
  %10 = fcmp oge float %8, %9
  %11 = extractelement <4 x float> %4, i64 2
  %12 = fcmp olt float %3, %11
  %13 = select i1 %10, i1 %12, i1 false
  br i1 %13, label %14, label %17

14:                                               ; preds = %7
  %15 = extractelement <4 x float> %4, i64 3
  %16 = fcmp ult float %8, %15
  br label %17

17:                                               ; preds = %14, %7, %2
  %18 = phi i1 [ %16, %14 ], [ false, %7 ], [ false, %2 ]
  ret i1 %18
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-trapping-math"="true" }

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
