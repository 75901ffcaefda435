; ModuleID = 'src/edge.c'
source_filename = "src/edge.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nounwind uwtable
define dso_local <4 x float> @edge(<2 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %0) #3
  %4 = shufflevector <4 x float> %3, <4 x float> poison, <4 x i32> <i32 1, i32 poison, i32 poison, i32 poison>
  %5 = fadd <4 x float> %3, %4
  %6 = shufflevector <4 x float> %3, <4 x float> poison, <4 x i32> <i32 2, i32 poison, i32 poison, i32 poison>
  %7 = fadd <4 x float> %6, %5
  %8 = extractelement <4 x float> %7, i64 0
  %9 = tail call float @gpucc.dfdx.f32(float noundef %8) #3
  %10 = tail call float @llvm.fabs.f32(float %9)
  %11 = tail call float @gpucc.dfdy.f32(float noundef %8) #3
  %12 = tail call float @llvm.fabs.f32(float %11)
  %13 = fadd float %10, %12
  %14 = load float, ptr %1, align 4, !tbaa !9
  %15 = fmul float %14, %13
  %16 = fsub float 1.000000e+00, %15
  %17 = tail call float @llvm.maxnum.f32(float %16, float 0.000000e+00)
  %18 = tail call noundef float @llvm.minnum.f32(float %17, float 1.000000e+00)
  %19 = insertelement <4 x float> poison, float %18, i64 0
  %20 = shufflevector <4 x float> %19, <4 x float> poison, <4 x i32> zeroinitializer
  %21 = fmul <4 x float> %3, %20
  ret <4 x float> %21
}

declare dso_local <4 x float> @gpucc.texture.2d(i32 noundef, <2 x float> noundef) local_unnamed_addr #1

declare dso_local float @gpucc.dfdx.f32(float noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #2

declare dso_local float @gpucc.dfdy.f32(float noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #2

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #2

attributes #0 = { nounwind uwtable "no-trapping-math"="true" }
attributes #1 = { "no-trapping-math"="true" }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind }

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
