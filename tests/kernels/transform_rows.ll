; ModuleID = 'src/transform_rows.c'
source_filename = "src/transform_rows.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @transform_rows(<4 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = load <4 x float>, ptr %1, align 16, !tbaa !9
  %4 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %5 = load <4 x float>, ptr %4, align 16, !tbaa !9
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %7 = load <4 x float>, ptr %6, align 16, !tbaa !9
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %9 = load <4 x float>, ptr %8, align 16, !tbaa !9
  %10 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 1, i32 0>
  %11 = shufflevector <4 x float> %3, <4 x float> %5, <4 x i32> <i32 1, i32 4, i32 poison, i32 poison>
  %12 = shufflevector <4 x float> %11, <4 x float> %7, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %13 = shufflevector <4 x float> %12, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %14 = fmul <4 x float> %10, %13
  %15 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %16 = shufflevector <4 x float> %3, <4 x float> %5, <4 x i32> <i32 0, i32 5, i32 poison, i32 poison>
  %17 = shufflevector <4 x float> %16, <4 x float> %7, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %18 = shufflevector <4 x float> %17, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %19 = fmul <4 x float> %15, %18
  %20 = fadd <4 x float> %14, %19
  %21 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %22 = shufflevector <4 x float> %3, <4 x float> %5, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %23 = shufflevector <4 x float> %22, <4 x float> %7, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %24 = shufflevector <4 x float> %23, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %25 = fmul <4 x float> %21, %24
  %26 = fadd <4 x float> %25, %20
  %27 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %28 = shufflevector <4 x float> %3, <4 x float> %5, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %29 = shufflevector <4 x float> %28, <4 x float> %7, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %30 = shufflevector <4 x float> %29, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %31 = fmul <4 x float> %27, %30
  %32 = fadd <4 x float> %31, %26
  ret <4 x float> %32
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
!9 = !{!7, !7, i64 0}
