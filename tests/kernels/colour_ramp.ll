; ModuleID = 'src/colour_ramp.c'
source_filename = "src/colour_ramp.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @colour_ramp(<4 x float> noundef %0, <2 x float> noundef %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = extractelement <2 x float> %1, i64 0
  %5 = fadd float %4, -2.500000e-01
  %6 = fmul float %5, 2.000000e+00
  %7 = tail call float @llvm.maxnum.f32(float %6, float 0.000000e+00)
  %8 = tail call noundef float @llvm.minnum.f32(float %7, float 1.000000e+00)
  %9 = fmul float %8, %8
  %10 = fmul float %8, 2.000000e+00
  %11 = fsub float 3.000000e+00, %10
  %12 = fmul float %9, %11
  %13 = extractelement <2 x float> %1, i64 1
  %14 = fcmp oge float %13, 5.000000e-01
  %15 = select i1 %14, float 1.000000e+00, float 0.000000e+00
  %16 = load <4 x float>, ptr %2, align 16, !tbaa !9
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %18 = load <4 x float>, ptr %17, align 16, !tbaa !9
  %19 = fsub <4 x float> %18, %16
  %20 = insertelement <4 x float> poison, float %12, i64 0
  %21 = shufflevector <4 x float> %20, <4 x float> poison, <4 x i32> zeroinitializer
  %22 = fmul <4 x float> %21, %19
  %23 = fadd <4 x float> %16, %22
  %24 = insertelement <4 x float> poison, float %15, i64 0
  %25 = shufflevector <4 x float> %24, <4 x float> poison, <4 x i32> zeroinitializer
  %26 = fmul <4 x float> %25, %23
  %27 = fsub float 1.000000e+00, %15
  %28 = insertelement <4 x float> poison, float %27, i64 0
  %29 = shufflevector <4 x float> %28, <4 x float> poison, <4 x i32> zeroinitializer
  %30 = fmul <4 x float> %0, %29
  %31 = fadd <4 x float> %30, %26
  %32 = tail call <4 x float> @llvm.maxnum.v4f32(<4 x float> %31, <4 x float> zeroinitializer)
  %33 = tail call <4 x float> @llvm.minnum.v4f32(<4 x float> %32, <4 x float> splat (float 1.000000e+00))
  ret <4 x float> %33
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>) #2

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-trapping-math"="true" }
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
!9 = !{!7, !7, i64 0}
