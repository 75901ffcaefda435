; ModuleID = 'src/rounded_box.c'
source_filename = "src/rounded_box.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local noundef <4 x float> @rounded_box(<2 x float> noundef %0, <4 x float> noundef %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = load <2 x float>, ptr %2, align 8, !tbaa !9
  %5 = fsub <2 x float> %0, %4
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %7 = load <2 x float>, ptr %6, align 8
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %9 = load float, ptr %8, align 8, !tbaa !10
  %10 = tail call <2 x float> @llvm.fabs.v2f32(<2 x float> %5)
  %11 = fsub <2 x float> %10, %7
  %12 = insertelement <2 x float> poison, float %9, i64 0
  %13 = shufflevector <2 x float> %12, <2 x float> poison, <2 x i32> zeroinitializer
  %14 = fadd <2 x float> %13, %11
  %15 = tail call <2 x float> @llvm.maxnum.v2f32(<2 x float> %14, <2 x float> zeroinitializer)
  %16 = fmul <2 x float> %15, %15
  %17 = shufflevector <2 x float> %16, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %18 = fadd <2 x float> %16, %17
  %19 = extractelement <2 x float> %18, i64 0
  %20 = tail call float @llvm.sqrt.f32(float %19)
  %21 = extractelement <2 x float> %14, i64 0
  %22 = extractelement <2 x float> %14, i64 1
  %23 = tail call float @llvm.maxnum.f32(float %21, float %22)
  %24 = tail call float @llvm.minnum.f32(float %23, float 0.000000e+00)
  %25 = fadd float %24, %20
  %26 = fsub float %25, %9
  %27 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %28 = load float, ptr %27, align 4, !tbaa !13
  %29 = fmul float %28, %26
  %30 = fsub float 5.000000e-01, %29
  %31 = tail call float @llvm.maxnum.f32(float %30, float 0.000000e+00)
  %32 = tail call noundef float @llvm.minnum.f32(float %31, float 1.000000e+00)
  %33 = insertelement <4 x float> poison, float %32, i64 0
  %34 = shufflevector <4 x float> %33, <4 x float> poison, <4 x i32> zeroinitializer
  %35 = fmul <4 x float> %1, %34
  ret <4 x float> %35
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.fabs.v2f32(<2 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.maxnum.v2f32(<2 x float>, <2 x float>) #2

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
!10 = !{!11, !12, i64 16}
!11 = !{!"Box", !7, i64 0, !7, i64 8, !12, i64 16, !12, i64 20}
!12 = !{!"float", !7, i64 0}
!13 = !{!11, !12, i64 20}
