; ModuleID = 'src/swizzles.c'
source_filename = "src/swizzles.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @swizzles(<4 x float> noundef %0, <4 x float> noundef %1) local_unnamed_addr #0 {
  %3 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %4 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %5 = fmul <4 x float> %3, %4
  %6 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 2, i32 0>
  %7 = shufflevector <4 x float> %5, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %8 = fadd <2 x float> %6, %7
  %9 = fsub <4 x float> %5, %1
  %10 = shufflevector <4 x float> %9, <4 x float> poison, <4 x i32> <i32 poison, i32 3, i32 poison, i32 poison>
  %11 = shufflevector <2 x float> %8, <2 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %12 = shufflevector <4 x float> %11, <4 x float> %0, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %13 = shufflevector <4 x float> %12, <4 x float> %1, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %14 = shufflevector <4 x float> %13, <4 x float> %10, <4 x i32> <i32 2, i32 1, i32 0, i32 5>
  %15 = shufflevector <2 x float> %8, <2 x float> poison, <4 x i32> <i32 0, i32 0, i32 1, i32 1>
  %16 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %17 = fmul <4 x float> %16, %15
  %18 = fadd <4 x float> %17, %14
  ret <4 x float> %18
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
