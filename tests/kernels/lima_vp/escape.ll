; ModuleID = 'src/escape.c'
source_filename = "src/escape.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@c = external dso_local local_unnamed_addr addrspace(1) constant <2 x float>, align 8
@limit = external dso_local local_unnamed_addr addrspace(2) constant float, align 4
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@o = external dso_local local_unnamed_addr addrspace(3) global <2 x float>, align 8

; Function Attrs: nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <2 x float>, ptr addrspace(1) @c, align 8, !tbaa !9
  %2 = load float, ptr addrspace(2) @limit, align 4, !tbaa !10
  br label %3

3:                                                ; preds = %0, %12
  %4 = phi <2 x float> [ %1, %0 ], [ %18, %12 ]
  %5 = phi float [ 0.000000e+00, %0 ], [ %19, %12 ]
  %6 = phi i32 [ 0, %0 ], [ %20, %12 ]
  %7 = fmul reassoc nsz arcp contract afn <2 x float> %4, %4
  %8 = extractelement <2 x float> %7, i64 0
  %9 = extractelement <2 x float> %7, i64 1
  %10 = fadd reassoc nsz arcp contract afn float %8, %9
  %11 = fcmp reassoc nsz arcp contract afn ule float %10, %2
  br i1 %11, label %12, label %22

12:                                               ; preds = %3
  %13 = fsub reassoc nsz arcp contract afn float %8, %9
  %14 = insertelement <2 x float> poison, float %13, i64 0
  %15 = fmul reassoc nsz arcp contract afn <2 x float> %4, <float 2.000000e+00, float 1.000000e+00>
  %16 = tail call reassoc nsz arcp contract afn float @llvm.vector.reduce.fmul.v2f32(float 1.000000e+00, <2 x float> %15)
  %17 = insertelement <2 x float> %14, float %16, i64 1
  %18 = fadd reassoc nsz arcp contract afn <2 x float> %17, %1
  %19 = fadd reassoc nsz arcp contract afn float %5, 1.000000e+00
  %20 = add nuw nsw i32 %6, 1
  %21 = icmp eq i32 %20, 100
  br i1 %21, label %22, label %3, !llvm.loop !12

22:                                               ; preds = %3, %12
  %23 = phi float [ %5, %3 ], [ %19, %12 ]
  %24 = phi <2 x float> [ %4, %3 ], [ %18, %12 ]
  %25 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %25, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %26 = insertelement <2 x float> poison, float %23, i64 0
  %27 = shufflevector <2 x float> %26, <2 x float> %24, <2 x i32> <i32 0, i32 2>
  store <2 x float> %27, ptr addrspace(3) @o, align 8, !tbaa !9
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fmul.v2f32(float, <2 x float>) #1

attributes #0 = { nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-signed-zeros-fp-math"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

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
!10 = !{!11, !11, i64 0}
!11 = !{!"float", !7, i64 0}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
