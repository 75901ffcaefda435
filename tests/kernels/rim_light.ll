; ModuleID = 'src/rim_light.c'
source_filename = "src/rim_light.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @rim_light(<4 x float> noundef %0, <4 x float> noundef %1, <4 x float> noundef %2, ptr noundef readonly captures(none) %3) local_unnamed_addr #0 {
  %5 = fmul <4 x float> %0, %0
  %6 = extractelement <4 x float> %5, i64 0
  %7 = fmul <4 x float> %0, %0
  %8 = extractelement <4 x float> %7, i64 1
  %9 = fadd float %6, %8
  %10 = extractelement <4 x float> %7, i64 2
  %11 = fadd float %10, %9
  %12 = tail call float @llvm.sqrt.f32(float %11)
  %13 = fdiv float 1.000000e+00, %12
  %14 = insertelement <4 x float> poison, float %13, i64 0
  %15 = shufflevector <4 x float> %14, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %16 = fmul <4 x float> %0, %15
  %17 = fmul <4 x float> %1, %1
  %18 = extractelement <4 x float> %17, i64 0
  %19 = fmul <4 x float> %1, %1
  %20 = extractelement <4 x float> %19, i64 1
  %21 = fadd float %18, %20
  %22 = extractelement <4 x float> %19, i64 2
  %23 = fadd float %22, %21
  %24 = tail call float @llvm.sqrt.f32(float %23)
  %25 = fdiv float 1.000000e+00, %24
  %26 = insertelement <4 x float> poison, float %25, i64 0
  %27 = shufflevector <4 x float> %26, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %28 = fmul <4 x float> %1, %27
  %29 = fmul <4 x float> %16, %28
  %30 = extractelement <4 x float> %29, i64 0
  %31 = fmul <4 x float> %16, %28
  %32 = extractelement <4 x float> %31, i64 1
  %33 = fadd float %30, %32
  %34 = extractelement <4 x float> %31, i64 2
  %35 = fadd float %34, %33
  %36 = tail call float @llvm.maxnum.f32(float %35, float 0.000000e+00)
  %37 = tail call noundef float @llvm.minnum.f32(float %36, float 1.000000e+00)
  %38 = fsub float 1.000000e+00, %37
  %39 = load <4 x float>, ptr %3, align 16, !tbaa !9
  %40 = fmul float %38, %38
  %41 = fmul float %38, %40
  %42 = insertelement <4 x float> poison, float %41, i64 0
  %43 = shufflevector <4 x float> %42, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %44 = fmul <4 x float> %43, %39
  %45 = insertelement <4 x float> %44, float 0.000000e+00, i64 3
  %46 = fadd <4 x float> %2, %45
  ret <4 x float> %46
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-trapping-math"="true" }
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
!9 = !{!7, !7, i64 0}
