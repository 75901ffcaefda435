; ModuleID = 'src/box_blur.c'
source_filename = "src/box_blur.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-musl"

; Function Attrs: nounwind uwtable
define dso_local <4 x float> @box_blur(double noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = bitcast double %0 to <2 x float>
  %4 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, double noundef %0) #2
  %5 = load <2 x float>, ptr %1, align 8, !tbaa !9
  %6 = fadd <2 x float> %5, %3
  %7 = bitcast <2 x float> %6 to double
  %8 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, double noundef %7) #2
  %9 = fadd <4 x float> %4, %8
  %10 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %11 = load <2 x float>, ptr %10, align 8, !tbaa !9
  %12 = fadd <2 x float> %11, %3
  %13 = bitcast <2 x float> %12 to double
  %14 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, double noundef %13) #2
  %15 = fadd <4 x float> %9, %14
  %16 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %17 = load <2 x float>, ptr %16, align 8, !tbaa !9
  %18 = fadd <2 x float> %17, %3
  %19 = bitcast <2 x float> %18 to double
  %20 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, double noundef %19) #2
  %21 = fadd <4 x float> %15, %20
  %22 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %23 = load <2 x float>, ptr %22, align 8, !tbaa !9
  %24 = fadd <2 x float> %23, %3
  %25 = bitcast <2 x float> %24 to double
  %26 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, double noundef %25) #2
  %27 = fadd <4 x float> %21, %26
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %29 = load <2 x float>, ptr %28, align 8, !tbaa !9
  %30 = fadd <2 x float> %29, %3
  %31 = bitcast <2 x float> %30 to double
  %32 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, double noundef %31) #2
  %33 = fadd <4 x float> %27, %32
  %34 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %35 = load <2 x float>, ptr %34, align 8, !tbaa !9
  %36 = fadd <2 x float> %35, %3
  %37 = bitcast <2 x float> %36 to double
  %38 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, double noundef %37) #2
  %39 = fadd <4 x float> %33, %38
  %40 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %41 = load <2 x float>, ptr %40, align 8, !tbaa !9
  %42 = fadd <2 x float> %41, %3
  %43 = bitcast <2 x float> %42 to double
  %44 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, double noundef %43) #2
  %45 = fadd <4 x float> %39, %44
  %46 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %47 = load <2 x float>, ptr %46, align 8, !tbaa !9
  %48 = fadd <2 x float> %47, %3
  %49 = bitcast <2 x float> %48 to double
  %50 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, double noundef %49) #2
  %51 = fadd <4 x float> %45, %50
  %52 = fmul <4 x float> %51, splat (float 0x3FBC71C720000000)
  ret <4 x float> %52
}

declare dso_local <4 x float> @gpucc.texture.2d(i32 noundef, double noundef) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" }
attributes #1 = { "no-trapping-math"="true" }
attributes #2 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.errno.tbaa = !{!5}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 7, !"uwtable", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 2}
!4 = !{!"clang version 22.1.8"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!7, !7, i64 0}
