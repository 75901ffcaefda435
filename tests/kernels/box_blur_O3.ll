; ModuleID = 'src/box_blur.c'
source_filename = "src/box_blur.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nounwind uwtable
define dso_local <4 x float> @box_blur(<2 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 {
  %3 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %0) #2
  %4 = load <2 x float>, ptr %1, align 8, !tbaa !9
  %5 = fadd <2 x float> %0, %4
  %6 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %5) #2
  %7 = fadd <4 x float> %3, %6
  %8 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %9 = load <2 x float>, ptr %8, align 8, !tbaa !9
  %10 = fadd <2 x float> %0, %9
  %11 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %10) #2
  %12 = fadd <4 x float> %7, %11
  %13 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %14 = load <2 x float>, ptr %13, align 8, !tbaa !9
  %15 = fadd <2 x float> %0, %14
  %16 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %15) #2
  %17 = fadd <4 x float> %12, %16
  %18 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %19 = load <2 x float>, ptr %18, align 8, !tbaa !9
  %20 = fadd <2 x float> %0, %19
  %21 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %20) #2
  %22 = fadd <4 x float> %17, %21
  %23 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %24 = load <2 x float>, ptr %23, align 8, !tbaa !9
  %25 = fadd <2 x float> %0, %24
  %26 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %25) #2
  %27 = fadd <4 x float> %22, %26
  %28 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %29 = load <2 x float>, ptr %28, align 8, !tbaa !9
  %30 = fadd <2 x float> %0, %29
  %31 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %30) #2
  %32 = fadd <4 x float> %27, %31
  %33 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %34 = load <2 x float>, ptr %33, align 8, !tbaa !9
  %35 = fadd <2 x float> %0, %34
  %36 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %35) #2
  %37 = fadd <4 x float> %32, %36
  %38 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %39 = load <2 x float>, ptr %38, align 8, !tbaa !9
  %40 = fadd <2 x float> %0, %39
  %41 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %40) #2
  %42 = fadd <4 x float> %37, %41
  %43 = fmul <4 x float> %42, splat (float 0x3FBC71C720000000)
  ret <4 x float> %43
}

declare dso_local <4 x float> @gpucc.texture.2d(i32 noundef, <2 x float> noundef) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "no-trapping-math"="true" }
attributes #1 = { "no-trapping-math"="true" }
attributes #2 = { nounwind }

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
!9 = !{!7, !7, i64 0}
