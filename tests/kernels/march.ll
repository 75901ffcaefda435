; ModuleID = 'src/march.c'
source_filename = "src/march.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @march(<4 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = load <4 x float>, ptr %1, align 16, !tbaa !9
  %4 = extractelement <4 x float> %3, i64 3
  %5 = fmul <4 x float> %0, <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>
  %6 = fsub <4 x float> %5, %3
  %7 = fmul <4 x float> %6, %6
  %8 = extractelement <4 x float> %7, i64 0
  %9 = fmul <4 x float> %6, %6
  %10 = extractelement <4 x float> %9, i64 1
  %11 = fadd float %8, %10
  %12 = extractelement <4 x float> %9, i64 2
  %13 = fadd float %12, %11
  %14 = fsub float %13, %4
  %15 = fcmp uge float %14, 0x3F847AE140000000
  br i1 %15, label %16, label %104

16:                                               ; preds = %2
  %17 = fmul float %14, 2.500000e-01
  %18 = insertelement <4 x float> poison, float %17, i64 0
  %19 = shufflevector <4 x float> %18, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %20 = fmul <4 x float> %0, %19
  %21 = fsub <4 x float> %20, %3
  %22 = fmul <4 x float> %21, %21
  %23 = extractelement <4 x float> %22, i64 0
  %24 = fmul <4 x float> %21, %21
  %25 = extractelement <4 x float> %24, i64 1
  %26 = fadd float %23, %25
  %27 = extractelement <4 x float> %24, i64 2
  %28 = fadd float %27, %26
  %29 = fsub float %28, %4
  %30 = fcmp uge float %29, 0x3F847AE140000000
  %31 = insertelement <2 x float> <float poison, float 1.000000e+00>, float %17, i64 0
  br i1 %30, label %32, label %104

32:                                               ; preds = %16
  %33 = fmul float %29, 2.500000e-01
  %34 = fadd float %17, %33
  %35 = insertelement <4 x float> poison, float %34, i64 0
  %36 = shufflevector <4 x float> %35, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %37 = fmul <4 x float> %0, %36
  %38 = fsub <4 x float> %37, %3
  %39 = fmul <4 x float> %38, %38
  %40 = extractelement <4 x float> %39, i64 0
  %41 = fmul <4 x float> %38, %38
  %42 = extractelement <4 x float> %41, i64 1
  %43 = fadd float %40, %42
  %44 = extractelement <4 x float> %41, i64 2
  %45 = fadd float %44, %43
  %46 = fsub float %45, %4
  %47 = fcmp uge float %46, 0x3F847AE140000000
  %48 = insertelement <2 x float> <float poison, float 2.000000e+00>, float %34, i64 0
  br i1 %47, label %49, label %104

49:                                               ; preds = %32
  %50 = fmul float %46, 2.500000e-01
  %51 = fadd float %34, %50
  %52 = insertelement <4 x float> poison, float %51, i64 0
  %53 = shufflevector <4 x float> %52, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %54 = fmul <4 x float> %0, %53
  %55 = fsub <4 x float> %54, %3
  %56 = fmul <4 x float> %55, %55
  %57 = extractelement <4 x float> %56, i64 0
  %58 = fmul <4 x float> %55, %55
  %59 = extractelement <4 x float> %58, i64 1
  %60 = fadd float %57, %59
  %61 = extractelement <4 x float> %58, i64 2
  %62 = fadd float %61, %60
  %63 = fsub float %62, %4
  %64 = fcmp uge float %63, 0x3F847AE140000000
  %65 = insertelement <2 x float> <float poison, float 3.000000e+00>, float %51, i64 0
  br i1 %64, label %66, label %104

66:                                               ; preds = %49
  %67 = fmul float %63, 2.500000e-01
  %68 = fadd float %51, %67
  %69 = insertelement <4 x float> poison, float %68, i64 0
  %70 = shufflevector <4 x float> %69, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %71 = fmul <4 x float> %0, %70
  %72 = fsub <4 x float> %71, %3
  %73 = fmul <4 x float> %72, %72
  %74 = extractelement <4 x float> %73, i64 0
  %75 = fmul <4 x float> %72, %72
  %76 = extractelement <4 x float> %75, i64 1
  %77 = fadd float %74, %76
  %78 = extractelement <4 x float> %75, i64 2
  %79 = fadd float %78, %77
  %80 = fsub float %79, %4
  %81 = fcmp uge float %80, 0x3F847AE140000000
  %82 = insertelement <2 x float> <float poison, float 4.000000e+00>, float %68, i64 0
  br i1 %81, label %83, label %104

83:                                               ; preds = %66
  %84 = fmul float %80, 2.500000e-01
  %85 = fadd float %68, %84
  %86 = insertelement <4 x float> poison, float %85, i64 0
  %87 = shufflevector <4 x float> %86, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %88 = fmul <4 x float> %0, %87
  %89 = fsub <4 x float> %88, %3
  %90 = fmul <4 x float> %89, %89
  %91 = extractelement <4 x float> %90, i64 0
  %92 = fmul <4 x float> %89, %89
  %93 = extractelement <4 x float> %92, i64 1
  %94 = fadd float %91, %93
  %95 = extractelement <4 x float> %92, i64 2
  %96 = fadd float %95, %94
  %97 = fsub float %96, %4
  %98 = fcmp uge float %97, 0x3F847AE140000000
  %99 = insertelement <2 x float> <float poison, float 5.000000e+00>, float %85, i64 0
  br i1 %98, label %100, label %104

100:                                              ; preds = %83
  %101 = fmul float %97, 2.500000e-01
  %102 = fadd float %85, %101
  %103 = insertelement <2 x float> <float poison, float 6.000000e+00>, float %102, i64 0
  br label %104

104:                                              ; preds = %100, %83, %66, %49, %32, %16, %2
  %105 = phi float [ 7.500000e-01, %100 ], [ 0.000000e+00, %2 ], [ 1.250000e-01, %16 ], [ 6.250000e-01, %83 ], [ 2.500000e-01, %32 ], [ 5.000000e-01, %66 ], [ 3.750000e-01, %49 ]
  %106 = phi <2 x float> [ %103, %100 ], [ zeroinitializer, %2 ], [ %31, %16 ], [ %99, %83 ], [ %48, %32 ], [ %82, %66 ], [ %65, %49 ]
  %107 = shufflevector <2 x float> %106, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %108 = insertelement <4 x float> %107, float 1.000000e+00, i64 3
  %109 = insertelement <4 x float> %108, float %105, i64 2
  ret <4 x float> %109
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
