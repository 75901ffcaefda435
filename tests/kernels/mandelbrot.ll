; ModuleID = 'src/mandelbrot.c'
source_filename = "src/mandelbrot.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @mandelbrot(<2 x float> noundef %0) local_unnamed_addr #0 {
  %2 = extractelement <2 x float> %0, i64 1
  %3 = extractelement <2 x float> %0, i64 0
  %4 = fadd float %2, 0.000000e+00
  %5 = fadd float %3, 0.000000e+00
  %6 = fmul float %5, %5
  %7 = fmul float %4, %4
  %8 = fadd float %7, %6
  %9 = fcmp ogt float %8, 4.000000e+00
  br i1 %9, label %71, label %10

10:                                               ; preds = %1
  %11 = fmul float %5, 2.000000e+00
  %12 = fmul float %4, %11
  %13 = fadd float %2, %12
  %14 = fsub float %6, %7
  %15 = fadd float %3, %14
  %16 = fmul float %15, %15
  %17 = fmul float %13, %13
  %18 = fadd float %17, %16
  %19 = fcmp ogt float %18, 4.000000e+00
  br i1 %19, label %71, label %20

20:                                               ; preds = %10
  %21 = fmul float %15, 2.000000e+00
  %22 = fmul float %13, %21
  %23 = fadd float %2, %22
  %24 = fsub float %16, %17
  %25 = fadd float %3, %24
  %26 = fmul float %25, %25
  %27 = fmul float %23, %23
  %28 = fadd float %27, %26
  %29 = fcmp ogt float %28, 4.000000e+00
  br i1 %29, label %71, label %30

30:                                               ; preds = %20
  %31 = fmul float %25, 2.000000e+00
  %32 = fmul float %23, %31
  %33 = fadd float %2, %32
  %34 = fsub float %26, %27
  %35 = fadd float %3, %34
  %36 = fmul float %35, %35
  %37 = fmul float %33, %33
  %38 = fadd float %37, %36
  %39 = fcmp ogt float %38, 4.000000e+00
  br i1 %39, label %71, label %40

40:                                               ; preds = %30
  %41 = fmul float %35, 2.000000e+00
  %42 = fmul float %33, %41
  %43 = fadd float %2, %42
  %44 = fsub float %36, %37
  %45 = fadd float %3, %44
  %46 = fmul float %45, %45
  %47 = fmul float %43, %43
  %48 = fadd float %47, %46
  %49 = fcmp ogt float %48, 4.000000e+00
  br i1 %49, label %71, label %50

50:                                               ; preds = %40
  %51 = fmul float %45, 2.000000e+00
  %52 = fmul float %43, %51
  %53 = fadd float %2, %52
  %54 = fsub float %46, %47
  %55 = fadd float %3, %54
  %56 = fmul float %55, %55
  %57 = fmul float %53, %53
  %58 = fadd float %57, %56
  %59 = fcmp ogt float %58, 4.000000e+00
  br i1 %59, label %71, label %60

60:                                               ; preds = %50
  %61 = fmul float %55, 2.000000e+00
  %62 = fmul float %53, %61
  %63 = fadd float %2, %62
  %64 = fsub float %56, %57
  %65 = fadd float %3, %64
  %66 = fmul float %65, %65
  %67 = fmul float %63, %63
  %68 = fadd float %67, %66
  %69 = fcmp ogt float %68, 4.000000e+00
  br i1 %69, label %71, label %70

70:                                               ; preds = %60
  br label %71

71:                                               ; preds = %70, %60, %50, %40, %30, %20, %10, %1
  %72 = phi float [ 5.000000e-01, %30 ], [ 1.000000e+00, %70 ], [ 1.250000e-01, %1 ], [ 8.750000e-01, %60 ], [ 2.500000e-01, %10 ], [ 6.250000e-01, %40 ], [ 3.750000e-01, %20 ], [ 7.500000e-01, %50 ]
  %73 = fmul float %72, %72
  %74 = fsub float 1.000000e+00, %72
  %75 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %72, i64 0
  %76 = insertelement <4 x float> %75, float %73, i64 1
  %77 = insertelement <4 x float> %76, float %74, i64 2
  ret <4 x float> %77
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
