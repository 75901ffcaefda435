; ModuleID = 'src/transform_columns.c'
source_filename = "src/transform_columns.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @transform_columns(<4 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = load <4 x float>, ptr %1, align 16, !tbaa !9
  %4 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> zeroinitializer
  %5 = fmul <4 x float> %4, %3
  %6 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %7 = load <4 x float>, ptr %6, align 16, !tbaa !9
  %8 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %9 = fmul <4 x float> %8, %7
  %10 = fadd <4 x float> %5, %9
  %11 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %12 = load <4 x float>, ptr %11, align 16, !tbaa !9
  %13 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %14 = fmul <4 x float> %13, %12
  %15 = fadd <4 x float> %10, %14
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %17 = load <4 x float>, ptr %16, align 16, !tbaa !9
  %18 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %19 = fmul <4 x float> %18, %17
  %20 = fadd <4 x float> %15, %19
  ret <4 x float> %20
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
