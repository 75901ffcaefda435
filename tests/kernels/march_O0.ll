; ModuleID = 'src/march.c'
source_filename = "src/march.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define dso_local <4 x float> @march(<4 x float> noundef %0, ptr noundef %1) #0 {
  %3 = alloca <4 x float>, align 16
  %4 = alloca ptr, align 8
  %5 = alloca float, align 4
  %6 = alloca float, align 4
  %7 = alloca i32, align 4
  %8 = alloca <4 x float>, align 16
  %9 = alloca float, align 4
  %10 = alloca <4 x float>, align 16
  store <4 x float> %0, ptr %3, align 16
  store ptr %1, ptr %4, align 8
  store float 0.000000e+00, ptr %5, align 4
  store float 0.000000e+00, ptr %6, align 4
  store i32 0, ptr %7, align 4
  br label %11

11:                                               ; preds = %40, %2
  %12 = load i32, ptr %7, align 4
  %13 = icmp slt i32 %12, 6
  br i1 %13, label %14, label %43

14:                                               ; preds = %11
  %15 = load <4 x float>, ptr %3, align 16
  %16 = load float, ptr %5, align 4
  %17 = insertelement <4 x float> poison, float %16, i64 0
  %18 = shufflevector <4 x float> %17, <4 x float> poison, <4 x i32> zeroinitializer
  %19 = fmul <4 x float> %15, %18
  %20 = load ptr, ptr %4, align 8
  %21 = load <4 x float>, ptr %20, align 16
  %22 = fsub <4 x float> %19, %21
  store <4 x float> %22, ptr %8, align 16
  %23 = load <4 x float>, ptr %8, align 16
  %24 = load <4 x float>, ptr %8, align 16
  %25 = call float @dot3(<4 x float> noundef %23, <4 x float> noundef %24)
  %26 = load ptr, ptr %4, align 8
  %27 = load <4 x float>, ptr %26, align 16
  %28 = extractelement <4 x float> %27, i64 3
  %29 = fsub float %25, %28
  store float %29, ptr %9, align 4
  %30 = load float, ptr %9, align 4
  %31 = fcmp olt float %30, 0x3F847AE140000000
  br i1 %31, label %32, label %33

32:                                               ; preds = %14
  br label %43

33:                                               ; preds = %14
  %34 = load float, ptr %9, align 4
  %35 = fmul float %34, 2.500000e-01
  %36 = load float, ptr %5, align 4
  %37 = fadd float %36, %35
  store float %37, ptr %5, align 4
  %38 = load float, ptr %6, align 4
  %39 = fadd float %38, 1.000000e+00
  store float %39, ptr %6, align 4
  br label %40

40:                                               ; preds = %33
  %41 = load i32, ptr %7, align 4
  %42 = add nsw i32 %41, 1
  store i32 %42, ptr %7, align 4
  br label %11, !llvm.loop !5

43:                                               ; preds = %32, %11
  %44 = load float, ptr %5, align 4
  %45 = insertelement <4 x float> poison, float %44, i32 0
  %46 = load float, ptr %6, align 4
  %47 = insertelement <4 x float> %45, float %46, i32 1
  %48 = load float, ptr %6, align 4
  %49 = fmul float %48, 1.250000e-01
  %50 = insertelement <4 x float> %47, float %49, i32 2
  %51 = insertelement <4 x float> %50, float 1.000000e+00, i32 3
  store <4 x float> %51, ptr %10, align 16
  %52 = load <4 x float>, ptr %10, align 16
  ret <4 x float> %52
}

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define internal float @dot3(<4 x float> noundef %0, <4 x float> noundef %1) #0 {
  %3 = alloca <4 x float>, align 16
  %4 = alloca <4 x float>, align 16
  store <4 x float> %0, ptr %3, align 16
  store <4 x float> %1, ptr %4, align 16
  %5 = load <4 x float>, ptr %3, align 16
  %6 = extractelement <4 x float> %5, i64 0
  %7 = load <4 x float>, ptr %4, align 16
  %8 = extractelement <4 x float> %7, i64 0
  %9 = fmul float %6, %8
  %10 = load <4 x float>, ptr %3, align 16
  %11 = extractelement <4 x float> %10, i64 1
  %12 = load <4 x float>, ptr %4, align 16
  %13 = extractelement <4 x float> %12, i64 1
  %14 = fmul float %11, %13
  %15 = fadd float %9, %14
  %16 = load <4 x float>, ptr %3, align 16
  %17 = extractelement <4 x float> %16, i64 2
  %18 = load <4 x float>, ptr %4, align 16
  %19 = extractelement <4 x float> %18, i64 2
  %20 = fmul float %17, %19
  %21 = fadd float %15, %20
  ret float %21
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
