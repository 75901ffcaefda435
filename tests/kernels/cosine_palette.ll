; ModuleID = 'src/cosine_palette.c'
source_filename = "src/cosine_palette.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @cosine_palette(float noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %4 = load <4 x float>, ptr %3, align 16, !tbaa !9
  %5 = insertelement <4 x float> poison, float %0, i64 0
  %6 = shufflevector <4 x float> %5, <4 x float> poison, <4 x i32> zeroinitializer
  %7 = fmul <4 x float> %6, %4
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %9 = load <4 x float>, ptr %8, align 16, !tbaa !9
  %10 = fadd <4 x float> %7, %9
  %11 = fmul <4 x float> %10, splat (float 0x401921FB60000000)
  %12 = load <4 x float>, ptr %1, align 16, !tbaa !9
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %14 = load <4 x float>, ptr %13, align 16, !tbaa !9
  %15 = extractelement <4 x float> %11, i64 0
  %16 = tail call float @llvm.cos.f32(float %15)
  %17 = insertelement <4 x float> poison, float %16, i64 0
  %18 = extractelement <4 x float> %11, i64 1
  %19 = tail call float @llvm.cos.f32(float %18)
  %20 = insertelement <4 x float> %17, float %19, i64 1
  %21 = extractelement <4 x float> %11, i64 2
  %22 = tail call float @llvm.cos.f32(float %21)
  %23 = insertelement <4 x float> %20, float %22, i64 2
  %24 = extractelement <4 x float> %11, i64 3
  %25 = tail call float @llvm.cos.f32(float %24)
  %26 = insertelement <4 x float> %23, float %25, i64 3
  %27 = fmul <4 x float> %14, %26
  %28 = fadd <4 x float> %12, %27
  ret <4 x float> %28
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cos.f32(float) #1

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
