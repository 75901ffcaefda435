; ModuleID = 'src/rgb_to_hsv.c'
source_filename = "src/rgb_to_hsv.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @rgb_to_hsv(<4 x float> noundef %0) local_unnamed_addr #0 {
  %2 = extractelement <4 x float> %0, i64 0
  %3 = extractelement <4 x float> %0, i64 1
  %4 = extractelement <4 x float> %0, i64 2
  %5 = tail call float @llvm.maxnum.f32(float %3, float %4)
  %6 = tail call float @llvm.maxnum.f32(float %2, float %5)
  %7 = tail call float @llvm.minnum.f32(float %3, float %4)
  %8 = tail call float @llvm.minnum.f32(float %2, float %7)
  %9 = fsub float %6, %8
  %10 = fcmp ogt float %9, 0x3F50624DE0000000
  br i1 %10, label %11, label %33

11:                                               ; preds = %1
  %12 = fdiv float %9, %6
  %13 = fcmp oeq float %6, %2
  br i1 %13, label %14, label %17

14:                                               ; preds = %11
  %15 = fsub float %3, %4
  %16 = fdiv float %15, %9
  br label %27

17:                                               ; preds = %11
  %18 = fcmp oeq float %6, %3
  br i1 %18, label %19, label %23

19:                                               ; preds = %17
  %20 = fsub float %4, %2
  %21 = fdiv float %20, %9
  %22 = fadd float %21, 2.000000e+00
  br label %27

23:                                               ; preds = %17
  %24 = fsub float %2, %3
  %25 = fdiv float %24, %9
  %26 = fadd float %25, 4.000000e+00
  br label %27

27:                                               ; preds = %19, %23, %14
  %28 = phi float [ %16, %14 ], [ %22, %19 ], [ %26, %23 ]
  %29 = fmul float %28, 0x3FC5555560000000
  %30 = fcmp olt float %29, 0.000000e+00
  br i1 %30, label %31, label %33

31:                                               ; preds = %27
  %32 = fadd float %29, 1.000000e+00
  br label %33

33:                                               ; preds = %27, %31, %1
  %34 = phi float [ %12, %31 ], [ %12, %27 ], [ 0.000000e+00, %1 ]
  %35 = phi float [ %32, %31 ], [ %29, %27 ], [ 0.000000e+00, %1 ]
  %36 = insertelement <4 x float> poison, float %35, i64 0
  %37 = insertelement <4 x float> %36, float %34, i64 1
  %38 = insertelement <4 x float> %37, float %6, i64 2
  %39 = shufflevector <4 x float> %38, <4 x float> %0, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  ret <4 x float> %39
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
