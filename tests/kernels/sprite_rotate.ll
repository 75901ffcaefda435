; ModuleID = 'src/sprite_rotate.c'
source_filename = "src/sprite_rotate.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

%struct.Corner = type { <4 x float>, <4 x float> }

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local %struct.Corner @sprite_rotate(<2 x float> noundef %0, <2 x float> noundef %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = shufflevector <2 x float> %1, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %5 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %6 = load <2 x float>, ptr %5, align 8, !tbaa !9
  %7 = fmul <2 x float> %0, %6
  %8 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %9 = load float, ptr %8, align 8, !tbaa !10
  %10 = tail call float @llvm.sin.f32(float %9)
  %11 = tail call float @llvm.cos.f32(float %9)
  %12 = load <2 x float>, ptr %2, align 8
  %13 = insertelement <2 x float> poison, float %10, i64 0
  %14 = shufflevector <2 x float> %7, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %15 = shufflevector <2 x float> %13, <2 x float> poison, <2 x i32> zeroinitializer
  %16 = fmul <2 x float> %14, %15
  %17 = insertelement <2 x float> poison, float %11, i64 0
  %18 = shufflevector <2 x float> %17, <2 x float> poison, <2 x i32> zeroinitializer
  %19 = fmul <2 x float> %7, %18
  %20 = fsub <2 x float> %19, %16
  %21 = fadd <2 x float> %19, %16
  %22 = getelementptr inbounds nuw i8, ptr %2, i64 20
  %23 = load float, ptr %22, align 4, !tbaa !13
  %24 = shufflevector <2 x float> %12, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %25 = shufflevector <2 x float> %20, <2 x float> %21, <4 x i32> <i32 0, i32 3, i32 poison, i32 poison>
  %26 = fadd <4 x float> %24, %25
  %27 = insertelement <4 x float> %26, float 1.000000e+00, i64 3
  %28 = insertelement <4 x float> %27, float %23, i64 2
  %29 = shufflevector <4 x float> %4, <4 x float> <float poison, float poison, float 0.000000e+00, float 1.000000e+00>, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  %30 = insertvalue %struct.Corner poison, <4 x float> %28, 0
  %31 = insertvalue %struct.Corner %30, <4 x float> %29, 1
  ret %struct.Corner %31
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sin.f32(float) #1

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
!10 = !{!11, !12, i64 16}
!11 = !{!"Sprite", !7, i64 0, !7, i64 8, !12, i64 16, !12, i64 20}
!12 = !{!"float", !7, i64 0}
!13 = !{!11, !12, i64 20}
