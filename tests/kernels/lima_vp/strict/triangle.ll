; ModuleID = 'src/triangle.c'
source_filename = "src/triangle.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@rows = external dso_local local_unnamed_addr addrspace(1) constant float, align 4
@a = external dso_local local_unnamed_addr addrspace(1) constant <2 x float>, align 8
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@o = external dso_local local_unnamed_addr addrspace(3) global float, align 4

; Function Attrs: nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load float, ptr addrspace(1) @rows, align 4, !tbaa !9
  %2 = fptosi float %1 to i32
  %3 = icmp sgt i32 %2, 0
  br i1 %3, label %4, label %9

4:                                                ; preds = %0
  %5 = load <2 x float>, ptr addrspace(1) @a, align 8
  %6 = extractelement <2 x float> %5, i64 0
  %7 = fcmp ogt float %6, 8.000000e+00
  %8 = extractelement <2 x float> %5, i64 1
  br label %12

9:                                                ; preds = %24, %0
  %10 = phi float [ 0.000000e+00, %0 ], [ %27, %24 ]
  %11 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !11
  store <4 x float> %11, ptr addrspace(3) @gl_Position, align 16, !tbaa !11
  store float %10, ptr addrspace(3) @o, align 4, !tbaa !9
  ret void

12:                                               ; preds = %4, %24
  %13 = phi i32 [ 0, %4 ], [ %28, %24 ]
  %14 = phi float [ 0.000000e+00, %4 ], [ %27, %24 ]
  br i1 %7, label %24, label %15

15:                                               ; preds = %12, %15
  %16 = phi i32 [ %20, %15 ], [ 0, %12 ]
  %17 = phi float [ %19, %15 ], [ %6, %12 ]
  %18 = fmul float %17, 1.500000e+00
  %19 = fadd float %8, %18
  %20 = add nuw nsw i32 %16, 1
  %21 = icmp samesign uge i32 %16, %13
  %22 = fcmp ogt float %19, 8.000000e+00
  %23 = select i1 %21, i1 true, i1 %22
  br i1 %23, label %24, label %15, !llvm.loop !12

24:                                               ; preds = %15, %12
  %25 = phi float [ %6, %12 ], [ %19, %15 ]
  %26 = fmul float %14, 2.500000e-01
  %27 = fadd float %26, %25
  %28 = add nuw nsw i32 %13, 1
  %29 = icmp eq i32 %28, %2
  br i1 %29, label %9, label %12, !llvm.loop !14
}

attributes #0 = { nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable }

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
!9 = !{!10, !10, i64 0}
!10 = !{!"float", !7, i64 0}
!11 = !{!7, !7, i64 0}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
!14 = distinct !{!14, !13}
