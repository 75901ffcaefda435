; ModuleID = 'src/hsv_to_rgb.c'
source_filename = "src/hsv_to_rgb.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define dso_local <4 x float> @hsv_to_rgb(<4 x float> noundef %0) #0 {
  %2 = alloca <4 x float>, align 16
  %3 = alloca <4 x float>, align 16
  store <4 x float> %0, ptr %2, align 16
  %4 = load <4 x float>, ptr %2, align 16
  %5 = extractelement <4 x float> %4, i64 2
  %6 = load <4 x float>, ptr %2, align 16
  %7 = extractelement <4 x float> %6, i64 1
  %8 = load <4 x float>, ptr %2, align 16
  %9 = extractelement <4 x float> %8, i64 0
  %10 = call float @channel(float noundef %9, float noundef 1.000000e+00)
  %11 = fsub float %10, 1.000000e+00
  %12 = fmul float %7, %11
  %13 = fadd float 1.000000e+00, %12
  %14 = fmul float %5, %13
  %15 = load <4 x float>, ptr %3, align 16
  %16 = insertelement <4 x float> %15, float %14, i64 0
  store <4 x float> %16, ptr %3, align 16
  %17 = load <4 x float>, ptr %2, align 16
  %18 = extractelement <4 x float> %17, i64 2
  %19 = load <4 x float>, ptr %2, align 16
  %20 = extractelement <4 x float> %19, i64 1
  %21 = load <4 x float>, ptr %2, align 16
  %22 = extractelement <4 x float> %21, i64 0
  %23 = call float @channel(float noundef %22, float noundef 0x3FE5555560000000)
  %24 = fsub float %23, 1.000000e+00
  %25 = fmul float %20, %24
  %26 = fadd float 1.000000e+00, %25
  %27 = fmul float %18, %26
  %28 = load <4 x float>, ptr %3, align 16
  %29 = insertelement <4 x float> %28, float %27, i64 1
  store <4 x float> %29, ptr %3, align 16
  %30 = load <4 x float>, ptr %2, align 16
  %31 = extractelement <4 x float> %30, i64 2
  %32 = load <4 x float>, ptr %2, align 16
  %33 = extractelement <4 x float> %32, i64 1
  %34 = load <4 x float>, ptr %2, align 16
  %35 = extractelement <4 x float> %34, i64 0
  %36 = call float @channel(float noundef %35, float noundef 0x3FD5555560000000)
  %37 = fsub float %36, 1.000000e+00
  %38 = fmul float %33, %37
  %39 = fadd float 1.000000e+00, %38
  %40 = fmul float %31, %39
  %41 = load <4 x float>, ptr %3, align 16
  %42 = insertelement <4 x float> %41, float %40, i64 2
  store <4 x float> %42, ptr %3, align 16
  %43 = load <4 x float>, ptr %2, align 16
  %44 = extractelement <4 x float> %43, i64 3
  %45 = load <4 x float>, ptr %3, align 16
  %46 = insertelement <4 x float> %45, float %44, i64 3
  store <4 x float> %46, ptr %3, align 16
  %47 = load <4 x float>, ptr %3, align 16
  ret <4 x float> %47
}

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define internal float @channel(float noundef %0, float noundef %1) #0 {
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  %6 = alloca float, align 4
  store float %0, ptr %3, align 4
  store float %1, ptr %4, align 4
  %7 = load float, ptr %3, align 4
  %8 = load float, ptr %4, align 4
  %9 = fadd float %7, %8
  store float %9, ptr %5, align 4
  %10 = load float, ptr %5, align 4
  %11 = load float, ptr %5, align 4
  %12 = call float @llvm.floor.f32(float %11)
  %13 = fsub float %10, %12
  %14 = fmul float %13, 6.000000e+00
  store float %14, ptr %6, align 4
  %15 = load float, ptr %6, align 4
  %16 = fsub float %15, 3.000000e+00
  %17 = call float @llvm.fabs.f32(float %16)
  %18 = fsub float %17, 1.000000e+00
  %19 = call float @clamp01(float noundef %18)
  ret float %19
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.floor.f32(float) #1

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define internal float @clamp01(float noundef %0) #0 {
  %2 = alloca float, align 4
  store float %0, ptr %2, align 4
  %3 = load float, ptr %2, align 4
  %4 = call float @llvm.maxnum.f32(float %3, float 0.000000e+00)
  %5 = call float @llvm.minnum.f32(float %4, float 1.000000e+00)
  ret float %5
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #1

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
