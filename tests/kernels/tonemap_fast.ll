; ModuleID = 'src/tonemap.c'
source_filename = "src/tonemap.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local nofpclass(nan inf) <4 x float> @tonemap(<4 x float> noundef nofpclass(nan inf) %0, <2 x float> noundef nofpclass(nan inf) %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 {
  %4 = load float, ptr %2, align 4, !tbaa !9
  %5 = insertelement <4 x float> poison, float %4, i64 0
  %6 = shufflevector <4 x float> %5, <4 x float> poison, <4 x i32> zeroinitializer
  %7 = fmul fast <4 x float> %6, %0
  %8 = extractelement <2 x float> %1, i64 0
  %9 = fcmp fast olt float %8, 5.000000e-01
  br i1 %9, label %10, label %22

10:                                               ; preds = %3
  %11 = extractelement <4 x float> %7, i64 0
  %12 = extractelement <4 x float> %7, i64 1
  %13 = extractelement <4 x float> %7, i64 2
  %14 = tail call fast float @llvm.maxnum.f32(float %13, float 0.000000e+00)
  %15 = tail call fast float @llvm.maxnum.f32(float %12, float %14)
  %16 = tail call fast float @llvm.maxnum.f32(float %11, float %15)
  %17 = fadd fast float %16, 1.000000e+00
  %18 = fdiv fast float 1.000000e+00, %17
  %19 = insertelement <4 x float> poison, float %18, i64 0
  %20 = shufflevector <4 x float> %19, <4 x float> poison, <4 x i32> zeroinitializer
  %21 = fmul fast <4 x float> %20, %7
  br label %46

22:                                               ; preds = %3
  %23 = shufflevector <4 x float> %7, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %24 = tail call fast <2 x float> @llvm.maxnum.v2f32(<2 x float> %23, <2 x float> zeroinitializer)
  %25 = fmul fast <2 x float> %24, splat (float 0x4004147AE0000000)
  %26 = fadd fast <2 x float> %25, splat (float 0x3F9EB851E0000000)
  %27 = fmul fast <2 x float> %26, %24
  %28 = fmul fast <2 x float> %24, splat (float 0x400370A3E0000000)
  %29 = fadd fast <2 x float> %28, splat (float 0x3FE2E147A0000000)
  %30 = fmul fast <2 x float> %29, %24
  %31 = fadd fast <2 x float> %30, splat (float 0x3FC1EB8520000000)
  %32 = fdiv fast <2 x float> %27, %31
  %33 = extractelement <4 x float> %7, i64 2
  %34 = tail call fast float @llvm.maxnum.f32(float nofpclass(nan inf) %33, float 0.000000e+00)
  %35 = fmul fast float %34, 0x4004147AE0000000
  %36 = fadd fast float %35, 0x3F9EB851E0000000
  %37 = fmul fast float %36, %34
  %38 = fmul fast float %34, 0x400370A3E0000000
  %39 = fadd fast float %38, 0x3FE2E147A0000000
  %40 = fmul fast float %39, %34
  %41 = fadd fast float %40, 0x3FC1EB8520000000
  %42 = fdiv fast float %37, %41
  %43 = shufflevector <2 x float> %32, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %44 = insertelement <4 x float> %43, float 1.000000e+00, i64 3
  %45 = insertelement <4 x float> %44, float %42, i64 2
  br label %46

46:                                               ; preds = %22, %10
  %47 = phi nsz <4 x float> [ %21, %10 ], [ %45, %22 ]
  %48 = shufflevector <4 x float> %47, <4 x float> %0, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  ret <4 x float> %48
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.maxnum.v2f32(<2 x float>, <2 x float>) #2

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-infs-fp-math"="true" "no-nans-fp-math"="true" "no-signed-zeros-fp-math"="true" "no-trapping-math"="true" }
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
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !7, i64 0}
