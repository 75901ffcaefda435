; ModuleID = 'src/gamma.c'
source_filename = "src/gamma.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @gamma_correct(<4 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = load float, ptr %1, align 4, !tbaa !9
  %4 = extractelement <4 x float> %0, i64 0
  %5 = tail call float @llvm.maxnum.f32(float %4, float 0.000000e+00)
  %6 = fadd float %5, 0x3F50624DE0000000
  %7 = tail call float @llvm.pow.f32(float %6, float %3)
  %8 = insertelement <4 x float> poison, float %7, i64 0
  %9 = extractelement <4 x float> %0, i64 1
  %10 = tail call float @llvm.maxnum.f32(float %9, float 0.000000e+00)
  %11 = fadd float %10, 0x3F50624DE0000000
  %12 = tail call float @llvm.pow.f32(float %11, float %3)
  %13 = insertelement <4 x float> %8, float %12, i64 1
  %14 = extractelement <4 x float> %0, i64 2
  %15 = tail call float @llvm.maxnum.f32(float %14, float 0.000000e+00)
  %16 = fadd float %15, 0x3F50624DE0000000
  %17 = tail call float @llvm.pow.f32(float %16, float %3)
  %18 = insertelement <4 x float> %13, float %17, i64 2
  %19 = shufflevector <4 x float> %18, <4 x float> %0, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  ret <4 x float> %19
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.pow.f32(float, float) #1

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
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !7, i64 0}
