; ModuleID = 'src/blend_modes.c'
source_filename = "src/blend_modes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @blend_modes(<4 x float> noundef %0, <4 x float> noundef %1, i32 noundef %2) local_unnamed_addr #0 {
  switch i32 %2, label %18 [
    i32 0, label %19
    i32 1, label %4
    i32 2, label %6
    i32 3, label %8
    i32 4, label %12
    i32 9, label %16
  ]

4:                                                ; preds = %3
  %5 = fadd <4 x float> %0, %1
  br label %19

6:                                                ; preds = %3
  %7 = fmul <4 x float> %0, %1
  br label %19

8:                                                ; preds = %3
  %9 = fadd <4 x float> %0, %1
  %10 = fmul <4 x float> %0, %1
  %11 = fsub <4 x float> %9, %10
  br label %19

12:                                               ; preds = %3
  %13 = fmul <4 x float> %0, %1
  %14 = fmul <4 x float> %13, <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float poison>
  %15 = shufflevector <4 x float> %14, <4 x float> %1, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  br label %19

16:                                               ; preds = %3
  %17 = tail call <4 x float> @llvm.minnum.v4f32(<4 x float> %0, <4 x float> %1)
  br label %19

18:                                               ; preds = %3
  br label %19

19:                                               ; preds = %3, %18, %16, %12, %8, %6, %4
  %20 = phi <4 x float> [ %0, %18 ], [ %17, %16 ], [ %5, %4 ], [ %7, %6 ], [ %11, %8 ], [ %15, %12 ], [ %1, %3 ]
  ret <4 x float> %20
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
