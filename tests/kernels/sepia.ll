; ModuleID = 'src/sepia.c'
source_filename = "src/sepia.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x float> @sepia(<4 x float> noundef %0) local_unnamed_addr #0 {
  %2 = extractelement <4 x float> %0, i64 0
  %3 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %4 = fmul <2 x float> %3, <float 0x3FD6560420000000, float 0x3FE89BA5E0000000>
  %5 = shufflevector <2 x float> %4, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %6 = fmul <2 x float> %3, <float 0x3FD926E980000000, float 0x3FE5F3B640000000>
  %7 = fadd <2 x float> %5, %6
  %8 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 2, i32 2>
  %9 = fmul <2 x float> %8, <float 0x3FC83126E0000000, float 0x3FC5810620000000>
  %10 = fadd <2 x float> %7, %9
  %11 = tail call <2 x float> @llvm.minnum.v2f32(<2 x float> %10, <2 x float> splat (float 1.000000e+00))
  %12 = shufflevector <2 x float> %11, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %13 = shufflevector <4 x float> %12, <4 x float> %0, <4 x i32> <i32 0, i32 1, i32 poison, i32 7>
  %14 = fmul float %2, 0x3FD16872C0000000
  %15 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 1, i32 2>
  %16 = fmul <2 x float> %15, <float 0x3FE1168720000000, float 0x3FC0C49BA0000000>
  %17 = extractelement <2 x float> %16, i64 0
  %18 = fadd float %14, %17
  %19 = extractelement <2 x float> %16, i64 1
  %20 = fadd float %18, %19
  %21 = tail call float @llvm.minnum.f32(float %20, float 1.000000e+00)
  %22 = insertelement <4 x float> %13, float %21, i64 2
  ret <4 x float> %22
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.minnum.v2f32(<2 x float>, <2 x float>) #2

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
