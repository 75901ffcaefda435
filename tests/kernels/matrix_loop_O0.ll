; ModuleID = 'src/matrix_loop.c'
source_filename = "src/matrix_loop.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define dso_local void @matrix_loop(<4 x float> noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca <4 x float>, align 16
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [4 x float], align 4
  %8 = alloca i32, align 4
  %9 = alloca float, align 4
  %10 = alloca i32, align 4
  %11 = alloca <4 x float>, align 16
  store <4 x float> %0, ptr %4, align 16
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  store i32 0, ptr %8, align 4
  br label %12

12:                                               ; preds = %42, %3
  %13 = load i32, ptr %8, align 4
  %14 = icmp slt i32 %13, 4
  br i1 %14, label %15, label %45

15:                                               ; preds = %12
  store float 0.000000e+00, ptr %9, align 4
  store i32 0, ptr %10, align 4
  br label %16

16:                                               ; preds = %34, %15
  %17 = load i32, ptr %10, align 4
  %18 = icmp slt i32 %17, 4
  br i1 %18, label %19, label %37

19:                                               ; preds = %16
  %20 = load ptr, ptr %5, align 8
  %21 = load i32, ptr %8, align 4
  %22 = sext i32 %21 to i64
  %23 = getelementptr inbounds [4 x float], ptr %20, i64 %22
  %24 = load i32, ptr %10, align 4
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds [4 x float], ptr %23, i64 0, i64 %25
  %27 = load float, ptr %26, align 4
  %28 = load <4 x float>, ptr %4, align 16
  %29 = load i32, ptr %10, align 4
  %30 = extractelement <4 x float> %28, i32 %29
  %31 = fmul float %27, %30
  %32 = load float, ptr %9, align 4
  %33 = fadd float %32, %31
  store float %33, ptr %9, align 4
  br label %34

34:                                               ; preds = %19
  %35 = load i32, ptr %10, align 4
  %36 = add nsw i32 %35, 1
  store i32 %36, ptr %10, align 4
  br label %16, !llvm.loop !5

37:                                               ; preds = %16
  %38 = load float, ptr %9, align 4
  %39 = load i32, ptr %8, align 4
  %40 = sext i32 %39 to i64
  %41 = getelementptr inbounds [4 x float], ptr %7, i64 0, i64 %40
  store float %38, ptr %41, align 4
  br label %42

42:                                               ; preds = %37
  %43 = load i32, ptr %8, align 4
  %44 = add nsw i32 %43, 1
  store i32 %44, ptr %8, align 4
  br label %12, !llvm.loop !7

45:                                               ; preds = %12
  %46 = getelementptr inbounds [4 x float], ptr %7, i64 0, i64 0
  %47 = load float, ptr %46, align 4
  %48 = insertelement <4 x float> poison, float %47, i32 0
  %49 = getelementptr inbounds [4 x float], ptr %7, i64 0, i64 1
  %50 = load float, ptr %49, align 4
  %51 = insertelement <4 x float> %48, float %50, i32 1
  %52 = getelementptr inbounds [4 x float], ptr %7, i64 0, i64 2
  %53 = load float, ptr %52, align 4
  %54 = insertelement <4 x float> %51, float %53, i32 2
  %55 = getelementptr inbounds [4 x float], ptr %7, i64 0, i64 3
  %56 = load float, ptr %55, align 4
  %57 = insertelement <4 x float> %54, float %56, i32 3
  store <4 x float> %57, ptr %11, align 16
  %58 = load <4 x float>, ptr %11, align 16
  %59 = load ptr, ptr %6, align 8
  store <4 x float> %58, ptr %59, align 16
  ret void
}

attributes #0 = { noinline nounwind optnone sspstrong uwtable "no-trapping-math"="true" }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 4}
!4 = !{!"clang version 22.1.8"}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
!7 = distinct !{!7, !6}
