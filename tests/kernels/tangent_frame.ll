; ModuleID = 'src/tangent_frame.c'
source_filename = "src/tangent_frame.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

%struct.Frame = type { <4 x float>, <4 x float> }

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local %struct.Frame @tangent_frame(<4 x float> noundef %0, <4 x float> noundef %1, <4 x float> noundef %2, ptr noundef readonly captures(none) %3) local_unnamed_addr #0 {
  %5 = extractelement <4 x float> %1, i64 1
  %6 = extractelement <4 x float> %2, i64 2
  %7 = fmul float %5, %6
  %8 = extractelement <4 x float> %1, i64 2
  %9 = extractelement <4 x float> %2, i64 1
  %10 = fmul float %8, %9
  %11 = fsub float %7, %10
  %12 = extractelement <4 x float> %2, i64 3
  %13 = fmul float %12, %11
  %14 = extractelement <4 x float> %2, i64 0
  %15 = fmul float %8, %14
  %16 = extractelement <4 x float> %1, i64 0
  %17 = fmul float %16, %6
  %18 = fsub float %15, %17
  %19 = fmul float %12, %18
  %20 = fmul float %16, %9
  %21 = fmul float %5, %14
  %22 = fsub float %20, %21
  %23 = fmul float %12, %22
  %24 = load <4 x float>, ptr %3, align 16, !tbaa !9
  %25 = fmul <4 x float> %2, %24
  %26 = extractelement <4 x float> %25, i64 0
  %27 = fmul <4 x float> %2, %24
  %28 = extractelement <4 x float> %27, i64 1
  %29 = fadd float %26, %28
  %30 = extractelement <4 x float> %27, i64 2
  %31 = fadd float %30, %29
  %32 = shufflevector <4 x float> %1, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %33 = insertelement <2 x float> %32, float %19, i64 1
  %34 = shufflevector <4 x float> %24, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %35 = fmul <2 x float> %33, %34
  %36 = shufflevector <2 x float> %35, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %37 = insertelement <2 x float> %32, float %13, i64 0
  %38 = fmul <2 x float> %37, %34
  %39 = fadd <2 x float> %36, %38
  %40 = shufflevector <4 x float> %1, <4 x float> poison, <2 x i32> <i32 poison, i32 2>
  %41 = insertelement <2 x float> %40, float %23, i64 0
  %42 = shufflevector <4 x float> %24, <4 x float> poison, <2 x i32> <i32 2, i32 2>
  %43 = fmul <2 x float> %41, %42
  %44 = fadd <2 x float> %43, %39
  %45 = insertelement <4 x float> <float poison, float poison, float poison, float 0.000000e+00>, float %31, i64 0
  %46 = shufflevector <2 x float> %44, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %47 = shufflevector <4 x float> %45, <4 x float> %46, <4 x i32> <i32 0, i32 4, i32 5, i32 3>
  %48 = insertvalue %struct.Frame poison, <4 x float> %0, 0
  %49 = insertvalue %struct.Frame %48, <4 x float> %47, 1
  ret %struct.Frame %49
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
