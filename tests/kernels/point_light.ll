; ModuleID = 'src/point_light.c'
source_filename = "src/point_light.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @point_light(<4 x float> noundef %0, <4 x float> noundef %1, <4 x float> noundef %2, ptr noundef readonly captures(none) %3) local_unnamed_addr #0 {
  %5 = load <4 x float>, ptr %3, align 16, !tbaa !9
  %6 = fsub <4 x float> %5, %0
  %7 = fmul <4 x float> %6, %6
  %8 = extractelement <4 x float> %7, i64 0
  %9 = fmul <4 x float> %6, %6
  %10 = extractelement <4 x float> %9, i64 1
  %11 = fadd float %8, %10
  %12 = extractelement <4 x float> %9, i64 2
  %13 = fadd float %12, %11
  %14 = tail call float @llvm.sqrt.f32(float %13)
  %15 = fmul <4 x float> %1, %6
  %16 = extractelement <4 x float> %15, i64 0
  %17 = fmul <4 x float> %1, %6
  %18 = extractelement <4 x float> %17, i64 1
  %19 = fadd float %16, %18
  %20 = extractelement <4 x float> %17, i64 2
  %21 = fadd float %20, %19
  %22 = fdiv float %21, %14
  %23 = tail call float @llvm.maxnum.f32(float %22, float 0.000000e+00)
  %24 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %25 = load <4 x float>, ptr %24, align 16
  %26 = extractelement <4 x float> %25, i64 0
  %27 = shufflevector <4 x float> %25, <4 x float> poison, <2 x i32> <i32 1, i32 2>
  %28 = insertelement <2 x float> poison, float %14, i64 0
  %29 = insertelement <2 x float> %28, float %13, i64 1
  %30 = fmul <2 x float> %27, %29
  %31 = extractelement <2 x float> %30, i64 0
  %32 = fadd float %26, %31
  %33 = extractelement <2 x float> %30, i64 1
  %34 = fadd float %33, %32
  %35 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %36 = load <4 x float>, ptr %35, align 16, !tbaa !9
  %37 = fmul <4 x float> %2, %36
  %38 = fdiv float %23, %34
  %39 = insertelement <4 x float> poison, float %38, i64 0
  %40 = shufflevector <4 x float> %39, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %41 = fmul <4 x float> %37, %40
  %42 = shufflevector <4 x float> %41, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  ret <4 x float> %42
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

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
