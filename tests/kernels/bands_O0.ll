; ModuleID = 'src/bands.c'
source_filename = "src/bands.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define dso_local <4 x float> @bands(float noundef %0, ptr noundef %1) #0 {
  %3 = alloca float, align 4
  %4 = alloca ptr, align 8
  %5 = alloca <4 x float>, align 16
  %6 = alloca <4 x float>, align 16
  store float %0, ptr %3, align 4
  store ptr %1, ptr %4, align 8
  %7 = load float, ptr %3, align 4
  %8 = fcmp olt float %7, 0.000000e+00
  br i1 %8, label %9, label %17

9:                                                ; preds = %2
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds <4 x float>, ptr %10, i64 0
  %12 = load <4 x float>, ptr %11, align 16
  %13 = load float, ptr %3, align 4
  %14 = insertelement <4 x float> poison, float %13, i64 0
  %15 = shufflevector <4 x float> %14, <4 x float> poison, <4 x i32> zeroinitializer
  %16 = fadd <4 x float> %12, %15
  store <4 x float> %16, ptr %5, align 16
  br label %48

17:                                               ; preds = %2
  %18 = load float, ptr %3, align 4
  %19 = fcmp olt float %18, 2.500000e-01
  br i1 %19, label %20, label %24

20:                                               ; preds = %17
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds <4 x float>, ptr %21, i64 1
  %23 = load <4 x float>, ptr %22, align 16
  store <4 x float> %23, ptr %5, align 16
  br label %47

24:                                               ; preds = %17
  %25 = load float, ptr %3, align 4
  %26 = fcmp olt float %25, 5.000000e-01
  br i1 %26, label %27, label %36

27:                                               ; preds = %24
  %28 = load ptr, ptr %4, align 8
  %29 = getelementptr inbounds <4 x float>, ptr %28, i64 2
  %30 = load <4 x float>, ptr %29, align 16
  %31 = load float, ptr %3, align 4
  %32 = fmul float %31, 4.000000e+00
  %33 = insertelement <4 x float> poison, float %32, i64 0
  %34 = shufflevector <4 x float> %33, <4 x float> poison, <4 x i32> zeroinitializer
  %35 = fmul <4 x float> %30, %34
  store <4 x float> %35, ptr %5, align 16
  br label %46

36:                                               ; preds = %24
  %37 = load float, ptr %3, align 4
  %38 = fcmp ole float %37, 1.000000e+00
  br i1 %38, label %39, label %43

39:                                               ; preds = %36
  %40 = load ptr, ptr %4, align 8
  %41 = getelementptr inbounds <4 x float>, ptr %40, i64 3
  %42 = load <4 x float>, ptr %41, align 16
  store <4 x float> %42, ptr %5, align 16
  br label %45

43:                                               ; preds = %36
  store <4 x float> splat (float 1.000000e+00), ptr %6, align 16
  %44 = load <4 x float>, ptr %6, align 16
  store <4 x float> %44, ptr %5, align 16
  br label %45

45:                                               ; preds = %43, %39
  br label %46

46:                                               ; preds = %45, %27
  br label %47

47:                                               ; preds = %46, %20
  br label %48

48:                                               ; preds = %47, %9
  %49 = load <4 x float>, ptr %5, align 16
  ret <4 x float> %49
}

attributes #0 = { noinline nounwind optnone sspstrong uwtable "no-trapping-math"="true" }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 4}
!4 = !{!"clang version 22.1.8"}
