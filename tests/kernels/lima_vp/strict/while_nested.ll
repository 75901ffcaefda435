; ModuleID = 'src/while_nested.c'
source_filename = "src/while_nested.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@n = external dso_local local_unnamed_addr addrspace(2) constant i32, align 4
@a = external dso_local local_unnamed_addr addrspace(1) constant <2 x float>, align 8
@o = external dso_local local_unnamed_addr addrspace(3) global float, align 4

; Function Attrs: nofree norecurse nosync nounwind memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load i32, ptr addrspace(2) @n, align 4, !tbaa !5
  %3 = icmp sgt i32 %2, 0
  br i1 %3, label %4, label %8

4:                                                ; preds = %0
  %5 = load <2 x float>, ptr addrspace(1) @a, align 8
  %6 = extractelement <2 x float> %5, i64 0
  %7 = extractelement <2 x float> %5, i64 1
  br label %10

8:                                                ; preds = %13, %0
  %9 = phi float [ 0.000000e+00, %0 ], [ %15, %13 ]
  store float %9, ptr addrspace(3) @o, align 4, !tbaa !10
  ret void

10:                                               ; preds = %13, %4
  %11 = phi i32 [ 0, %4 ], [ %16, %13 ]
  %12 = phi float [ 0.000000e+00, %4 ], [ %15, %13 ]
  br label %18

13:                                               ; preds = %18
  %14 = fmul float %12, 2.500000e-01
  %15 = fadd float %14, %22
  %16 = add nuw nsw i32 %11, 1
  %17 = icmp eq i32 %16, %2
  br i1 %17, label %8, label %10, !llvm.loop !12

18:                                               ; preds = %10, %18
  %19 = phi i32 [ %23, %18 ], [ 0, %10 ]
  %20 = phi float [ %22, %18 ], [ %6, %10 ]
  %21 = fmul float %20, 5.000000e-01
  %22 = fadd float %7, %21
  %23 = add nuw nsw i32 %19, 1
  %24 = icmp eq i32 %23, %2
  br i1 %24, label %13, label %18, !llvm.loop !14
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
!9 = !{!7, !7, i64 0}
!10 = !{!11, !11, i64 0}
!11 = !{!"float", !7, i64 0}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
!14 = distinct !{!14, !13}
