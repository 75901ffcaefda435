; ModuleID = 'src/hsv_to_rgb.c'
source_filename = "src/hsv_to_rgb.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @hsv_to_rgb(<4 x float> noundef %0) local_unnamed_addr #0 {
  %2 = extractelement <4 x float> %0, i64 1
  %3 = extractelement <4 x float> %0, i64 0
  %4 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> zeroinitializer
  %5 = fadd <2 x float> %4, <float 1.000000e+00, float 0x3FE5555560000000>
  %6 = tail call <2 x float> @llvm.floor.v2f32(<2 x float> %5)
  %7 = fsub <2 x float> %5, %6
  %8 = fmul <2 x float> %7, splat (float 6.000000e+00)
  %9 = fadd <2 x float> %8, splat (float -3.000000e+00)
  %10 = tail call <2 x float> @llvm.fabs.v2f32(<2 x float> %9)
  %11 = fadd <2 x float> %10, splat (float -1.000000e+00)
  %12 = tail call <2 x float> @llvm.maxnum.v2f32(<2 x float> %11, <2 x float> zeroinitializer)
  %13 = tail call <2 x float> @llvm.minnum.v2f32(<2 x float> %12, <2 x float> splat (float 1.000000e+00))
  %14 = fadd <2 x float> %13, splat (float -1.000000e+00)
  %15 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 1, i32 1>
  %16 = fmul <2 x float> %15, %14
  %17 = fadd <2 x float> %16, splat (float 1.000000e+00)
  %18 = shufflevector <2 x float> %17, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %19 = fadd float %3, 0x3FD5555560000000
  %20 = tail call float @llvm.floor.f32(float %19)
  %21 = fsub float %19, %20
  %22 = fmul float %21, 6.000000e+00
  %23 = fadd float %22, -3.000000e+00
  %24 = tail call float @llvm.fabs.f32(float %23)
  %25 = fadd float %24, -1.000000e+00
  %26 = tail call float @llvm.maxnum.f32(float %25, float 0.000000e+00)
  %27 = tail call noundef float @llvm.minnum.f32(float %26, float 1.000000e+00)
  %28 = fadd float %27, -1.000000e+00
  %29 = fmul float %2, %28
  %30 = fadd float %29, 1.000000e+00
  %31 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 poison>
  %32 = insertelement <4 x float> %18, float %30, i64 2
  %33 = fmul <4 x float> %31, %32
  %34 = shufflevector <4 x float> %33, <4 x float> %0, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  ret <4 x float> %34
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.floor.f32(float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.fabs.v2f32(<2 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.maxnum.v2f32(<2 x float>, <2 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.minnum.v2f32(<2 x float>, <2 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.floor.v2f32(<2 x float>) #2

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "no-trapping-math"="true" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
