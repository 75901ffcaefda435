; ModuleID = 'src/bands.c'
source_filename = "src/bands.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @bands(float noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = fcmp olt float %0, 0.000000e+00
  br i1 %3, label %4, label %9

4:                                                ; preds = %2
  %5 = load <4 x float>, ptr %1, align 16, !tbaa !9
  %6 = insertelement <4 x float> poison, float %0, i64 0
  %7 = shufflevector <4 x float> %6, <4 x float> poison, <4 x i32> zeroinitializer
  %8 = fadd <4 x float> %7, %5
  br label %28

9:                                                ; preds = %2
  %10 = fcmp olt float %0, 2.500000e-01
  br i1 %10, label %11, label %14

11:                                               ; preds = %9
  %12 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %13 = load <4 x float>, ptr %12, align 16, !tbaa !9
  br label %28

14:                                               ; preds = %9
  %15 = fcmp olt float %0, 5.000000e-01
  br i1 %15, label %16, label %23

16:                                               ; preds = %14
  %17 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %18 = load <4 x float>, ptr %17, align 16, !tbaa !9
  %19 = fmul float %0, 4.000000e+00
  %20 = insertelement <4 x float> poison, float %19, i64 0
  %21 = shufflevector <4 x float> %20, <4 x float> poison, <4 x i32> zeroinitializer
  %22 = fmul <4 x float> %21, %18
  br label %28

23:                                               ; preds = %14
  %24 = fcmp ugt float %0, 1.000000e+00
  br i1 %24, label %28, label %25

25:                                               ; preds = %23
  %26 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %27 = load <4 x float>, ptr %26, align 16, !tbaa !9
  br label %28

28:                                               ; preds = %23, %11, %25, %16, %4
  %29 = phi <4 x float> [ %8, %4 ], [ %13, %11 ], [ %22, %16 ], [ %27, %25 ], [ splat (float 1.000000e+00), %23 ]
  ret <4 x float> %29
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-trapping-math"="true" }

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
