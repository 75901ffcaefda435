; ModuleID = 'src/rgb_to_hsv.c'
source_filename = "src/rgb_to_hsv.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: noinline nounwind optnone sspstrong uwtable
define dso_local <4 x float> @rgb_to_hsv(<4 x float> noundef %0) #0 {
  %2 = alloca <4 x float>, align 16
  %3 = alloca float, align 4
  %4 = alloca float, align 4
  %5 = alloca float, align 4
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  %8 = alloca <4 x float>, align 16
  store <4 x float> %0, ptr %2, align 16
  %9 = load <4 x float>, ptr %2, align 16
  %10 = extractelement <4 x float> %9, i64 0
  %11 = load <4 x float>, ptr %2, align 16
  %12 = extractelement <4 x float> %11, i64 1
  %13 = load <4 x float>, ptr %2, align 16
  %14 = extractelement <4 x float> %13, i64 2
  %15 = call float @llvm.maxnum.f32(float %12, float %14)
  %16 = call float @llvm.maxnum.f32(float %10, float %15)
  store float %16, ptr %3, align 4
  %17 = load <4 x float>, ptr %2, align 16
  %18 = extractelement <4 x float> %17, i64 0
  %19 = load <4 x float>, ptr %2, align 16
  %20 = extractelement <4 x float> %19, i64 1
  %21 = load <4 x float>, ptr %2, align 16
  %22 = extractelement <4 x float> %21, i64 2
  %23 = call float @llvm.minnum.f32(float %20, float %22)
  %24 = call float @llvm.minnum.f32(float %18, float %23)
  store float %24, ptr %4, align 4
  %25 = load float, ptr %3, align 4
  %26 = load float, ptr %4, align 4
  %27 = fsub float %25, %26
  store float %27, ptr %5, align 4
  store float 0.000000e+00, ptr %6, align 4
  store float 0.000000e+00, ptr %7, align 4
  %28 = load float, ptr %5, align 4
  %29 = fcmp ogt float %28, 0x3F50624DE0000000
  br i1 %29, label %30, label %79

30:                                               ; preds = %1
  %31 = load float, ptr %5, align 4
  %32 = load float, ptr %3, align 4
  %33 = fdiv float %31, %32
  store float %33, ptr %7, align 4
  %34 = load float, ptr %3, align 4
  %35 = load <4 x float>, ptr %2, align 16
  %36 = extractelement <4 x float> %35, i64 0
  %37 = fcmp oeq float %34, %36
  br i1 %37, label %38, label %46

38:                                               ; preds = %30
  %39 = load <4 x float>, ptr %2, align 16
  %40 = extractelement <4 x float> %39, i64 1
  %41 = load <4 x float>, ptr %2, align 16
  %42 = extractelement <4 x float> %41, i64 2
  %43 = fsub float %40, %42
  %44 = load float, ptr %5, align 4
  %45 = fdiv float %43, %44
  store float %45, ptr %6, align 4
  br label %70

46:                                               ; preds = %30
  %47 = load float, ptr %3, align 4
  %48 = load <4 x float>, ptr %2, align 16
  %49 = extractelement <4 x float> %48, i64 1
  %50 = fcmp oeq float %47, %49
  br i1 %50, label %51, label %60

51:                                               ; preds = %46
  %52 = load <4 x float>, ptr %2, align 16
  %53 = extractelement <4 x float> %52, i64 2
  %54 = load <4 x float>, ptr %2, align 16
  %55 = extractelement <4 x float> %54, i64 0
  %56 = fsub float %53, %55
  %57 = load float, ptr %5, align 4
  %58 = fdiv float %56, %57
  %59 = fadd float %58, 2.000000e+00
  store float %59, ptr %6, align 4
  br label %69

60:                                               ; preds = %46
  %61 = load <4 x float>, ptr %2, align 16
  %62 = extractelement <4 x float> %61, i64 0
  %63 = load <4 x float>, ptr %2, align 16
  %64 = extractelement <4 x float> %63, i64 1
  %65 = fsub float %62, %64
  %66 = load float, ptr %5, align 4
  %67 = fdiv float %65, %66
  %68 = fadd float %67, 4.000000e+00
  store float %68, ptr %6, align 4
  br label %69

69:                                               ; preds = %60, %51
  br label %70

70:                                               ; preds = %69, %38
  %71 = load float, ptr %6, align 4
  %72 = fmul float %71, 0x3FC5555560000000
  store float %72, ptr %6, align 4
  %73 = load float, ptr %6, align 4
  %74 = fcmp olt float %73, 0.000000e+00
  br i1 %74, label %75, label %78

75:                                               ; preds = %70
  %76 = load float, ptr %6, align 4
  %77 = fadd float %76, 1.000000e+00
  store float %77, ptr %6, align 4
  br label %78

78:                                               ; preds = %75, %70
  br label %79

79:                                               ; preds = %78, %1
  %80 = load float, ptr %6, align 4
  %81 = insertelement <4 x float> poison, float %80, i32 0
  %82 = load float, ptr %7, align 4
  %83 = insertelement <4 x float> %81, float %82, i32 1
  %84 = load float, ptr %3, align 4
  %85 = insertelement <4 x float> %83, float %84, i32 2
  %86 = load <4 x float>, ptr %2, align 16
  %87 = extractelement <4 x float> %86, i64 3
  %88 = insertelement <4 x float> %85, float %87, i32 3
  store <4 x float> %88, ptr %8, align 16
  %89 = load <4 x float>, ptr %8, align 16
  ret <4 x float> %89
}

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
