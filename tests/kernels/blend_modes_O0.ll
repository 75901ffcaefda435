; ModuleID = 'src/blend_modes.c'
source_filename = "src/blend_modes.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define dso_local <4 x float> @blend_modes(<4 x float> noundef %0, <4 x float> noundef %1, i32 noundef %2) #0 {
  %4 = alloca <4 x float>, align 16
  %5 = alloca <4 x float>, align 16
  %6 = alloca <4 x float>, align 16
  %7 = alloca i32, align 4
  %8 = alloca <4 x float>, align 16
  %9 = alloca <4 x float>, align 16
  store <4 x float> %0, ptr %5, align 16
  store <4 x float> %1, ptr %6, align 16
  store i32 %2, ptr %7, align 4
  %10 = load i32, ptr %7, align 4
  switch i32 %10, label %65 [
    i32 0, label %11
    i32 1, label %13
    i32 2, label %17
    i32 3, label %21
    i32 4, label %29
    i32 9, label %39
  ]

11:                                               ; preds = %3
  %12 = load <4 x float>, ptr %6, align 16
  store <4 x float> %12, ptr %4, align 16
  br label %67

13:                                               ; preds = %3
  %14 = load <4 x float>, ptr %5, align 16
  %15 = load <4 x float>, ptr %6, align 16
  %16 = fadd <4 x float> %14, %15
  store <4 x float> %16, ptr %4, align 16
  br label %67

17:                                               ; preds = %3
  %18 = load <4 x float>, ptr %5, align 16
  %19 = load <4 x float>, ptr %6, align 16
  %20 = fmul <4 x float> %18, %19
  store <4 x float> %20, ptr %4, align 16
  br label %67

21:                                               ; preds = %3
  %22 = load <4 x float>, ptr %5, align 16
  %23 = load <4 x float>, ptr %6, align 16
  %24 = fadd <4 x float> %22, %23
  %25 = load <4 x float>, ptr %5, align 16
  %26 = load <4 x float>, ptr %6, align 16
  %27 = fmul <4 x float> %25, %26
  %28 = fsub <4 x float> %24, %27
  store <4 x float> %28, ptr %4, align 16
  br label %67

29:                                               ; preds = %3
  %30 = load <4 x float>, ptr %5, align 16
  %31 = load <4 x float>, ptr %6, align 16
  %32 = fmul <4 x float> %30, %31
  %33 = fmul <4 x float> %32, splat (float 2.000000e+00)
  store <4 x float> %33, ptr %8, align 16
  %34 = load <4 x float>, ptr %6, align 16
  %35 = extractelement <4 x float> %34, i64 3
  %36 = load <4 x float>, ptr %8, align 16
  %37 = insertelement <4 x float> %36, float %35, i64 3
  store <4 x float> %37, ptr %8, align 16
  %38 = load <4 x float>, ptr %8, align 16
  store <4 x float> %38, ptr %4, align 16
  br label %67

39:                                               ; preds = %3
  %40 = load <4 x float>, ptr %5, align 16
  %41 = extractelement <4 x float> %40, i64 0
  %42 = load <4 x float>, ptr %6, align 16
  %43 = extractelement <4 x float> %42, i64 0
  %44 = call float @llvm.minnum.f32(float %41, float %43)
  %45 = insertelement <4 x float> poison, float %44, i32 0
  %46 = load <4 x float>, ptr %5, align 16
  %47 = extractelement <4 x float> %46, i64 1
  %48 = load <4 x float>, ptr %6, align 16
  %49 = extractelement <4 x float> %48, i64 1
  %50 = call float @llvm.minnum.f32(float %47, float %49)
  %51 = insertelement <4 x float> %45, float %50, i32 1
  %52 = load <4 x float>, ptr %5, align 16
  %53 = extractelement <4 x float> %52, i64 2
  %54 = load <4 x float>, ptr %6, align 16
  %55 = extractelement <4 x float> %54, i64 2
  %56 = call float @llvm.minnum.f32(float %53, float %55)
  %57 = insertelement <4 x float> %51, float %56, i32 2
  %58 = load <4 x float>, ptr %5, align 16
  %59 = extractelement <4 x float> %58, i64 3
  %60 = load <4 x float>, ptr %6, align 16
  %61 = extractelement <4 x float> %60, i64 3
  %62 = call float @llvm.minnum.f32(float %59, float %61)
  %63 = insertelement <4 x float> %57, float %62, i32 3
  store <4 x float> %63, ptr %9, align 16
  %64 = load <4 x float>, ptr %9, align 16
  store <4 x float> %64, ptr %4, align 16
  br label %67

65:                                               ; preds = %3
  %66 = load <4 x float>, ptr %5, align 16
  store <4 x float> %66, ptr %4, align 16
  br label %67

67:                                               ; preds = %65, %39, %29, %21, %17, %13, %11
  %68 = load <4 x float>, ptr %4, align 16
  ret <4 x float> %68
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #1

attributes #0 = { noinline nounwind optnone sspstrong uwtable "no-trapping-math"="true" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 4}
!4 = !{!"clang version 22.1.8"}
