; ModuleID = 'src/noise.c'
source_filename = "src/noise.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @noise(<2 x float> noundef %0) local_unnamed_addr #0 {
  %2 = tail call <2 x float> @llvm.floor.v2f32(<2 x float> %0)
  %3 = fsub <2 x float> %0, %2
  %4 = extractelement <2 x float> %3, i64 0
  %5 = fsub <2 x float> %0, %2
  %6 = extractelement <2 x float> %5, i64 1
  %7 = fmul <2 x float> %3, %3
  %8 = extractelement <2 x float> %7, i64 0
  %9 = fmul float %4, 2.000000e+00
  %10 = fsub float 3.000000e+00, %9
  %11 = fmul float %8, %10
  %12 = fmul float %6, %6
  %13 = fmul float %6, 2.000000e+00
  %14 = fsub float 3.000000e+00, %13
  %15 = fmul float %12, %14
  %16 = fmul <2 x float> %2, splat (float 0x3FBA64C300000000)
  %17 = shufflevector <2 x float> %2, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %18 = fadd <2 x float> %17, <float 1.000000e+00, float -0.000000e+00>
  %19 = fadd <2 x float> %17, splat (float 1.000000e+00)
  %20 = shufflevector <2 x float> %19, <2 x float> %2, <2 x i32> <i32 1, i32 3>
  %21 = fmul <2 x float> %20, splat (float 0x3FBA64C300000000)
  %22 = fmul <2 x float> %18, splat (float 0x3FBA64C300000000)
  %23 = tail call <2 x float> @llvm.floor.v2f32(<2 x float> %16)
  %24 = fmul <2 x float> %19, splat (float 0x3FBA64C300000000)
  %25 = shufflevector <2 x float> %24, <2 x float> %16, <2 x i32> <i32 1, i32 3>
  %26 = tail call <2 x float> @llvm.floor.v2f32(<2 x float> %25)
  %27 = tail call <2 x float> @llvm.floor.v2f32(<2 x float> %22)
  %28 = fsub <2 x float> %16, %23
  %29 = extractelement <2 x float> %28, i64 0
  %30 = tail call <2 x float> @llvm.floor.v2f32(<2 x float> %24)
  %31 = fsub <2 x float> %21, %26
  %32 = fsub <2 x float> %22, %27
  %33 = fadd <2 x float> %28, splat (float 0x4040AA3D80000000)
  %34 = fsub <2 x float> %24, %30
  %35 = extractelement <2 x float> %34, i64 1
  %36 = fadd float %29, 0x4040AA3D80000000
  %37 = fadd <2 x float> %32, splat (float 0x4040AA3D80000000)
  %38 = fmul float %29, %36
  %39 = fadd <2 x float> %31, splat (float 0x4040AA3D80000000)
  %40 = fadd <2 x float> %34, splat (float 0x4040AA3D80000000)
  %41 = fmul <2 x float> %28, %37
  %42 = fmul <2 x float> %32, %33
  %43 = fadd <2 x float> %41, %42
  %44 = insertelement <2 x float> poison, float %38, i64 0
  %45 = shufflevector <2 x float> %44, <2 x float> poison, <2 x i32> zeroinitializer
  %46 = fadd <2 x float> %45, %43
  %47 = extractelement <2 x float> %32, i64 0
  %48 = shufflevector <2 x float> %46, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %49 = fadd <2 x float> %28, %48
  %50 = extractelement <2 x float> %49, i64 0
  %51 = shufflevector <2 x float> %28, <2 x float> poison, <2 x i32> <i32 poison, i32 0>
  %52 = extractelement <2 x float> %28, i64 1
  %53 = fadd float %52, %50
  %54 = insertelement <2 x float> %28, float %53, i64 1
  %55 = fadd <2 x float> %46, %54
  %56 = fadd <2 x float> %32, %55
  %57 = shufflevector <2 x float> %56, <2 x float> %51, <2 x i32> <i32 0, i32 3>
  %58 = fadd <2 x float> %46, %57
  %59 = extractelement <2 x float> %39, i64 0
  %60 = fmul float %35, %59
  %61 = shufflevector <2 x float> %34, <2 x float> %28, <2 x i32> <i32 1, i32 3>
  %62 = fmul <2 x float> %61, %40
  %63 = fmul <2 x float> %34, %39
  %64 = fadd <2 x float> %63, %62
  %65 = insertelement <2 x float> poison, float %60, i64 0
  %66 = shufflevector <2 x float> %65, <2 x float> poison, <2 x i32> zeroinitializer
  %67 = fadd <2 x float> %66, %64
  %68 = extractelement <2 x float> %67, i64 1
  %69 = extractelement <2 x float> %67, i64 0
  %70 = fadd float %35, %69
  %71 = fadd float %47, %70
  %72 = fadd float %35, %68
  %73 = insertelement <2 x float> %34, float %71, i64 0
  %74 = fadd <2 x float> %67, %73
  %75 = fadd float %52, %72
  %76 = fadd float %68, %75
  %77 = fmul <2 x float> %58, %55
  %78 = tail call <2 x float> @llvm.floor.v2f32(<2 x float> %77)
  %79 = fsub <2 x float> %77, %78
  %80 = insertelement <2 x float> poison, float %70, i64 0
  %81 = insertelement <2 x float> %80, float %76, i64 1
  %82 = fmul <2 x float> %74, %81
  %83 = tail call <2 x float> @llvm.floor.v2f32(<2 x float> %82)
  %84 = fsub <2 x float> %82, %83
  %85 = fsub <2 x float> %84, %79
  %86 = insertelement <2 x float> poison, float %11, i64 0
  %87 = shufflevector <2 x float> %86, <2 x float> poison, <2 x i32> zeroinitializer
  %88 = fmul <2 x float> %87, %85
  %89 = fadd <2 x float> %79, %88
  %90 = extractelement <2 x float> %89, i64 0
  %91 = extractelement <2 x float> %89, i64 1
  %92 = fsub float %90, %91
  %93 = fmul float %15, %92
  %94 = fadd float %91, %93
  %95 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %94, i64 0
  %96 = insertelement <4 x float> %95, float %94, i64 1
  %97 = insertelement <4 x float> %96, float %94, i64 2
  ret <4 x float> %97
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.floor.v2f32(<2 x float>) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
