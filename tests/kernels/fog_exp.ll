; ModuleID = 'src/fog_exp.c'
source_filename = "src/fog_exp.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @fog_exp(<4 x float> noundef %0, float noundef %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = load <4 x float>, ptr %2, align 16
  %5 = extractelement <4 x float> %4, i64 3
  %6 = fmul float %1, %5
  %7 = fneg float %6
  %8 = fmul float %6, %7
  %9 = tail call float @llvm.exp2.f32(float %8)
  %10 = fsub <4 x float> %0, %4
  %11 = insertelement <4 x float> poison, float %9, i64 0
  %12 = shufflevector <4 x float> %11, <4 x float> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  %13 = fmul <4 x float> %10, %12
  %14 = fadd <4 x float> %4, %13
  %15 = shufflevector <4 x float> %14, <4 x float> %0, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  ret <4 x float> %15
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp2.f32(float) #1

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
