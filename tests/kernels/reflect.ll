; ModuleID = 'src/reflect.c'
source_filename = "src/reflect.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @reflect(<4 x float> noundef %0, <4 x float> noundef %1) local_unnamed_addr #0 {
  %3 = fmul <4 x float> %1, %1
  %4 = extractelement <4 x float> %3, i64 0
  %5 = fmul <4 x float> %1, %1
  %6 = extractelement <4 x float> %5, i64 1
  %7 = fadd float %4, %6
  %8 = extractelement <4 x float> %5, i64 2
  %9 = fadd float %8, %7
  %10 = tail call float @llvm.sqrt.f32(float %9)
  %11 = fdiv float 1.000000e+00, %10
  %12 = insertelement <4 x float> poison, float %11, i64 0
  %13 = shufflevector <4 x float> %12, <4 x float> poison, <4 x i32> zeroinitializer
  %14 = fmul <4 x float> %1, %13
  %15 = fmul <4 x float> %0, %14
  %16 = extractelement <4 x float> %15, i64 0
  %17 = fmul <4 x float> %0, %14
  %18 = extractelement <4 x float> %17, i64 1
  %19 = fadd float %16, %18
  %20 = extractelement <4 x float> %17, i64 2
  %21 = fadd float %20, %19
  %22 = fmul float %21, 2.000000e+00
  %23 = insertelement <4 x float> poison, float %22, i64 0
  %24 = shufflevector <4 x float> %23, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %25 = fmul <4 x float> %14, %24
  %26 = fsub <4 x float> %0, %25
  %27 = extractelement <4 x float> %26, i64 2
  %28 = fmul float %27, 5.000000e-01
  %29 = fadd float %28, 5.000000e-01
  %30 = fmul <4 x float> %26, <float 5.000000e-01, float 5.000000e-01, float poison, float poison>
  %31 = fadd <4 x float> %30, <float 5.000000e-01, float 5.000000e-01, float poison, float poison>
  %32 = insertelement <4 x float> %31, float 1.000000e+00, i64 3
  %33 = insertelement <4 x float> %32, float %29, i64 2
  ret <4 x float> %33
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

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
