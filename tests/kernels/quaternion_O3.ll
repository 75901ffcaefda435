; ModuleID = 'src/quaternion.c'
source_filename = "src/quaternion.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @quaternion(<4 x float> noundef %0, <4 x float> noundef %1) local_unnamed_addr #0 {
  %3 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 1, i32 2, i32 0, i32 3>
  %4 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 2, i32 0, i32 1, i32 3>
  %5 = fmul <4 x float> %4, %3
  %6 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 2, i32 0, i32 1, i32 3>
  %7 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 1, i32 2, i32 0, i32 3>
  %8 = fmul <4 x float> %7, %6
  %9 = fsub <4 x float> %5, %8
  %10 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %11 = fmul <4 x float> %0, %10
  %12 = fadd <4 x float> %11, %9
  %13 = shufflevector <4 x float> %12, <4 x float> poison, <4 x i32> <i32 2, i32 0, i32 1, i32 poison>
  %14 = fmul <4 x float> %3, %13
  %15 = shufflevector <4 x float> %12, <4 x float> poison, <4 x i32> <i32 1, i32 2, i32 0, i32 poison>
  %16 = fmul <4 x float> %6, %15
  %17 = fsub <4 x float> %14, %16
  %18 = fmul <4 x float> %17, <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float poison>
  %19 = fadd <4 x float> %0, %18
  %20 = insertelement <4 x float> %19, float 1.000000e+00, i64 3
  ret <4 x float> %20
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" }

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
