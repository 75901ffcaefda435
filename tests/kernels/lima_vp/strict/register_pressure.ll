; ModuleID = 'src/register_pressure.c'
source_filename = "src/register_pressure.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@a = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@k = external dso_local local_unnamed_addr addrspace(2) constant [4 x <4 x float>], align 16
@b = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@c = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@o0 = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@o1 = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@o2 = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @a, align 16, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(2) @k, align 16, !tbaa !9
  %3 = fmul <4 x float> %1, %2
  %4 = load <4 x float>, ptr addrspace(1) @b, align 16, !tbaa !9
  %5 = fadd <4 x float> %3, %4
  %6 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @k, i64 16), align 16, !tbaa !9
  %7 = fmul <4 x float> %4, %6
  %8 = load <4 x float>, ptr addrspace(1) @c, align 16, !tbaa !9
  %9 = fadd <4 x float> %7, %8
  %10 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @k, i64 32), align 16, !tbaa !9
  %11 = fmul <4 x float> %8, %10
  %12 = fadd <4 x float> %1, %11
  %13 = fmul <4 x float> %5, %9
  %14 = fadd <4 x float> %13, %12
  %15 = fmul <4 x float> %9, %12
  %16 = fsub <4 x float> %15, %5
  %17 = fmul <4 x float> %5, %12
  %18 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @k, i64 48), align 16, !tbaa !9
  %19 = fmul <4 x float> %9, %18
  %20 = fadd <4 x float> %19, %17
  %21 = fmul <4 x float> %14, %16
  %22 = fadd <4 x float> %20, %21
  store <4 x float> %22, ptr addrspace(3) @o0, align 16, !tbaa !9
  %23 = fmul <4 x float> %16, %20
  %24 = fadd <4 x float> %14, %23
  store <4 x float> %24, ptr addrspace(3) @o1, align 16, !tbaa !9
  %25 = fmul <4 x float> %14, %20
  %26 = fadd <4 x float> %16, %25
  %27 = fadd <4 x float> %5, %26
  %28 = fadd <4 x float> %9, %27
  %29 = fadd <4 x float> %12, %28
  store <4 x float> %29, ptr addrspace(3) @o2, align 16, !tbaa !9
  %30 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %30, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable }

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
