; ModuleID = 'src/sprite_rotate.c'
source_filename = "src/sprite_rotate.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-musl"

%struct.Corner = type { <4 x float>, <4 x float> }

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @sprite_rotate(ptr dead_on_unwind noalias writable writeonly sret(%struct.Corner) align 16 captures(none) initializes((0, 32)) %0, double noundef %1, double noundef %2, ptr noundef readonly captures(none) %3) local_unnamed_addr #0 {
  %5 = bitcast double %1 to <2 x float>
  %6 = bitcast double %2 to <2 x float>
  %7 = shufflevector <2 x float> %6, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %9 = load <2 x float>, ptr %8, align 8, !tbaa !9
  %10 = fmul <2 x float> %9, %5
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %12 = load float, ptr %11, align 8, !tbaa !10
  %13 = tail call float @llvm.sin.f32(float %12)
  %14 = tail call float @llvm.cos.f32(float %12)
  %15 = load <2 x float>, ptr %3, align 8
  %16 = insertelement <2 x float> poison, float %13, i64 0
  %17 = shufflevector <2 x float> %10, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %18 = shufflevector <2 x float> %16, <2 x float> poison, <2 x i32> zeroinitializer
  %19 = fmul <2 x float> %17, %18
  %20 = insertelement <2 x float> poison, float %14, i64 0
  %21 = shufflevector <2 x float> %20, <2 x float> poison, <2 x i32> zeroinitializer
  %22 = fmul <2 x float> %10, %21
  %23 = fsub <2 x float> %22, %19
  %24 = fadd <2 x float> %22, %19
  %25 = getelementptr inbounds nuw i8, ptr %3, i64 20
  %26 = load float, ptr %25, align 4, !tbaa !13
  %27 = shufflevector <2 x float> %15, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %28 = shufflevector <2 x float> %23, <2 x float> %24, <4 x i32> <i32 0, i32 3, i32 poison, i32 poison>
  %29 = fadd <4 x float> %27, %28
  %30 = insertelement <4 x float> %29, float 1.000000e+00, i64 3
  %31 = insertelement <4 x float> %30, float %26, i64 2
  store <4 x float> %31, ptr %0, align 16
  %32 = shufflevector <4 x float> %7, <4 x float> <float poison, float poison, float 0.000000e+00, float 1.000000e+00>, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  %33 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store <4 x float> %32, ptr %33, align 16, !tbaa !9
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sin.f32(float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cos.f32(float) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!10 = !{!11, !12, i64 16}
!11 = !{!"Sprite", !7, i64 0, !7, i64 8, !12, i64 16, !12, i64 20}
!12 = !{!"float", !7, i64 0}
!13 = !{!11, !12, i64 20}
