; ModuleID = 'mandelbrot.c'
source_filename = "mandelbrot.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @mandelbrot(<2 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr {
  %3 = load <4 x float>, ptr %1, align 16
  %4 = fadd <2 x float> %0, splat (float -5.000000e-01)
  %5 = shufflevector <4 x float> %3, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %6 = fmul <2 x float> %4, %5
  %7 = shufflevector <4 x float> %3, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %8 = fadd <2 x float> %7, %6
  br label %9

9:                                                ; preds = %2, %18
  %10 = phi float [ 0.000000e+00, %2 ], [ %27, %18 ]
  %11 = phi i32 [ 0, %2 ], [ %28, %18 ]
  %12 = phi <2 x float> [ zeroinitializer, %2 ], [ %26, %18 ]
  %13 = fmul <2 x float> %12, %12
  %14 = extractelement <2 x float> %13, i64 0
  %15 = extractelement <2 x float> %13, i64 1
  %16 = fadd float %15, %14
  %17 = fcmp ule float %16, 4.000000e+00
  br i1 %17, label %18, label %30

18:                                               ; preds = %9
  %19 = extractelement <2 x float> %12, i64 0
  %20 = fmul float %19, 2.000000e+00
  %21 = extractelement <2 x float> %12, i64 1
  %22 = fmul float %21, %20
  %23 = fsub float %14, %15
  %24 = insertelement <2 x float> poison, float %23, i64 0
  %25 = insertelement <2 x float> %24, float %22, i64 1
  %26 = fadd <2 x float> %8, %25
  %27 = fadd float %10, 1.000000e+00
  %28 = add nuw nsw i32 %11, 1
  %29 = icmp eq i32 %28, 16
  br i1 %29, label %30, label %9, !llvm.loop !9

30:                                               ; preds = %9, %18
  %31 = phi float [ %10, %9 ], [ %27, %18 ]
  %32 = fmul float %31, 6.250000e-02
  %33 = fmul float %32, %32
  %34 = fsub float 1.000000e+00, %32
  %35 = insertelement <4 x float> <float poison, float poison, float poison, float 1.000000e+00>, float %32, i64 0
  %36 = insertelement <4 x float> %35, float %33, i64 1
  %37 = insertelement <4 x float> %36, float %34, i64 2
  ret <4 x float> %37
}


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
!9 = distinct !{!9, !10}
!10 = !{!"llvm.loop.mustprogress"}
