; ModuleID = 'src/billboard.c'
source_filename = "src/billboard.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @billboard(<2 x float> noundef %0, <4 x float> noundef %1, float noundef %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef writeonly captures(none) initializes((0, 16)) %5, ptr noundef writeonly captures(none) initializes((0, 16)) %6) local_unnamed_addr #0 {
  %8 = load float, ptr %3, align 4, !tbaa !9
  %9 = fsub float %8, %2
  %10 = tail call float @llvm.floor.f32(float %9)
  %11 = fsub float %9, %10
  %12 = fmul float %11, 5.000000e-01
  %13 = fadd float %12, 2.500000e-01
  %14 = load <4 x float>, ptr %4, align 16, !tbaa !11
  %15 = extractelement <2 x float> %0, i64 0
  %16 = fmul float %15, %13
  %17 = insertelement <4 x float> poison, float %16, i64 0
  %18 = shufflevector <4 x float> %17, <4 x float> poison, <4 x i32> zeroinitializer
  %19 = fmul <4 x float> %14, %18
  %20 = fadd <4 x float> %1, %19
  %21 = getelementptr inbounds nuw i8, ptr %4, i64 16
  %22 = load <4 x float>, ptr %21, align 16, !tbaa !11
  %23 = extractelement <2 x float> %0, i64 1
  %24 = fmul float %23, %13
  %25 = insertelement <4 x float> poison, float %24, i64 0
  %26 = shufflevector <4 x float> %25, <4 x float> poison, <4 x i32> zeroinitializer
  %27 = fmul <4 x float> %22, %26
  %28 = fadd <4 x float> %27, %20
  %29 = fmul float %11, 2.000000e+00
  %30 = fmul float %11, %29
  %31 = extractelement <4 x float> %28, i64 1
  %32 = fsub float %31, %30
  %33 = insertelement <4 x float> %28, float %32, i64 1
  store <4 x float> %33, ptr %5, align 16, !tbaa !11
  %34 = fsub float 1.000000e+00, %11
  %35 = insertelement <4 x float> <float poison, float poison, float 1.000000e+00, float 1.000000e+00>, float %34, i64 0
  %36 = insertelement <4 x float> %35, float %34, i64 1
  store <4 x float> %36, ptr %6, align 16, !tbaa !11
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.floor.f32(float) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "no-trapping-math"="true" }
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
!11 = !{!7, !7, i64 0}
