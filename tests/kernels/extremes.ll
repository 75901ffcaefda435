; ModuleID = 'src/extremes.c'
source_filename = "src/extremes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @extremes(<4 x float> noundef %0, <4 x float> noundef %1, <4 x float> noundef %2) local_unnamed_addr #0 {
  %4 = extractelement <4 x float> %0, i64 0
  %5 = extractelement <4 x float> %0, i64 1
  %6 = tail call float @llvm.maxnum.f32(float %4, float %5)
  %7 = extractelement <4 x float> %0, i64 2
  %8 = extractelement <4 x float> %0, i64 3
  %9 = tail call float @llvm.maxnum.f32(float %7, float %8)
  %10 = tail call float @llvm.maxnum.f32(float %6, float %9)
  %11 = extractelement <4 x float> %1, i64 0
  %12 = extractelement <4 x float> %1, i64 1
  %13 = tail call float @llvm.maxnum.f32(float %11, float %12)
  %14 = extractelement <4 x float> %1, i64 2
  %15 = extractelement <4 x float> %1, i64 3
  %16 = tail call float @llvm.maxnum.f32(float %14, float %15)
  %17 = tail call float @llvm.maxnum.f32(float %13, float %16)
  %18 = tail call float @llvm.maxnum.f32(float %10, float %17)
  %19 = extractelement <4 x float> %2, i64 0
  %20 = extractelement <4 x float> %2, i64 1
  %21 = tail call float @llvm.minnum.f32(float %19, float %20)
  %22 = extractelement <4 x float> %2, i64 2
  %23 = extractelement <4 x float> %2, i64 3
  %24 = tail call float @llvm.minnum.f32(float %22, float %23)
  %25 = tail call float @llvm.minnum.f32(float %21, float %24)
  %26 = tail call float @llvm.minnum.f32(float %11, float %12)
  %27 = tail call float @llvm.minnum.f32(float %14, float %15)
  %28 = tail call float @llvm.minnum.f32(float %26, float %27)
  %29 = tail call float @llvm.minnum.f32(float %25, float %28)
  %30 = tail call float @llvm.minnum.f32(float %4, float %11)
  %31 = tail call float @llvm.maxnum.f32(float %4, float %11)
  %32 = tail call float @llvm.minnum.f32(float %31, float %19)
  %33 = tail call float @llvm.maxnum.f32(float %30, float %32)
  %34 = insertelement <4 x float> poison, float %18, i64 0
  %35 = insertelement <4 x float> %34, float %29, i64 1
  %36 = insertelement <4 x float> %35, float %33, i64 2
  %37 = fsub float %18, %29
  %38 = insertelement <4 x float> %36, float %37, i64 3
  ret <4 x float> %38
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
