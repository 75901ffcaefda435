; ModuleID = 'src/transform_rows.c'
source_filename = "src/transform_rows.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define dso_local <4 x float> @transform_rows(<4 x float> noundef %0, ptr noundef %1) #0 {
  %3 = alloca <4 x float>, align 16
  %4 = alloca ptr, align 8
  %5 = alloca <4 x float>, align 16
  store <4 x float> %0, ptr %3, align 16
  store ptr %1, ptr %4, align 8
  %6 = load <4 x float>, ptr %3, align 16
  %7 = load ptr, ptr %4, align 8
  %8 = getelementptr inbounds <4 x float>, ptr %7, i64 0
  %9 = load <4 x float>, ptr %8, align 16
  %10 = call float @dot4(<4 x float> noundef %6, <4 x float> noundef %9)
  %11 = load <4 x float>, ptr %5, align 16
  %12 = insertelement <4 x float> %11, float %10, i64 0
  store <4 x float> %12, ptr %5, align 16
  %13 = load <4 x float>, ptr %3, align 16
  %14 = load ptr, ptr %4, align 8
  %15 = getelementptr inbounds <4 x float>, ptr %14, i64 1
  %16 = load <4 x float>, ptr %15, align 16
  %17 = call float @dot4(<4 x float> noundef %13, <4 x float> noundef %16)
  %18 = load <4 x float>, ptr %5, align 16
  %19 = insertelement <4 x float> %18, float %17, i64 1
  store <4 x float> %19, ptr %5, align 16
  %20 = load <4 x float>, ptr %3, align 16
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds <4 x float>, ptr %21, i64 2
  %23 = load <4 x float>, ptr %22, align 16
  %24 = call float @dot4(<4 x float> noundef %20, <4 x float> noundef %23)
  %25 = load <4 x float>, ptr %5, align 16
  %26 = insertelement <4 x float> %25, float %24, i64 2
  store <4 x float> %26, ptr %5, align 16
  %27 = load <4 x float>, ptr %3, align 16
  %28 = load ptr, ptr %4, align 8
  %29 = getelementptr inbounds <4 x float>, ptr %28, i64 3
  %30 = load <4 x float>, ptr %29, align 16
  %31 = call float @dot4(<4 x float> noundef %27, <4 x float> noundef %30)
  %32 = load <4 x float>, ptr %5, align 16
  %33 = insertelement <4 x float> %32, float %31, i64 3
  store <4 x float> %33, ptr %5, align 16
  %34 = load <4 x float>, ptr %5, align 16
  ret <4 x float> %34
}

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define internal float @dot4(<4 x float> noundef %0, <4 x float> noundef %1) #0 {
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
  %22 = load <4 x float>, ptr %3, align 16
  %23 = extractelement <4 x float> %22, i64 3
  %24 = load <4 x float>, ptr %4, align 16
  %25 = extractelement <4 x float> %24, i64 3
  %26 = fmul float %23, %25
  %27 = fadd float %21, %26
  ret float %27
}

attributes #0 = { noinline nounwind optnone sspstrong uwtable "no-trapping-math"="true" }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 4}
!4 = !{!"clang version 22.1.8"}
