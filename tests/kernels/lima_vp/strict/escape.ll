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
  %4 = phi <2 x float> [ %1, %0 ], [ %20, %12 ]
  %5 = phi float [ 0.000000e+00, %0 ], [ %21, %12 ]
  %6 = phi i32 [ 0, %0 ], [ %22, %12 ]
  %7 = fmul <2 x float> %4, %4
  %8 = extractelement <2 x float> %7, i64 0
  %9 = extractelement <2 x float> %7, i64 1
  %10 = fadd float %8, %9
  %11 = fcmp ule float %10, %2
  br i1 %11, label %12, label %24

12:                                               ; preds = %3
  %13 = fsub float %8, %9
  %14 = insertelement <2 x float> poison, float %13, i64 0
  %15 = extractelement <2 x float> %4, i64 0
  %16 = fmul float %15, 2.000000e+00
  %17 = extractelement <2 x float> %4, i64 1
  %18 = fmul float %17, %16
  %19 = insertelement <2 x float> %14, float %18, i64 1
  %20 = fadd <2 x float> %1, %19
  %21 = fadd float %5, 1.000000e+00
  %22 = add nuw nsw i32 %6, 1
  %23 = icmp eq i32 %22, 100
  br i1 %23, label %24, label %3, !llvm.loop !12

24:                                               ; preds = %3, %12
  %25 = phi float [ %5, %3 ], [ %21, %12 ]
  %26 = phi <2 x float> [ %4, %3 ], [ %20, %12 ]
  %27 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %27, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %28 = insertelement <2 x float> poison, float %25, i64 0
  %29 = shufflevector <2 x float> %28, <2 x float> %26, <2 x i32> <i32 0, i32 2>
  store <2 x float> %29, ptr addrspace(3) @o, align 8, !tbaa !9
  ret void
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
