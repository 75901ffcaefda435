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
  %3 = fmul reassoc nsz arcp contract afn <4 x float> %2, %1
  %4 = load <4 x float>, ptr addrspace(1) @b, align 16, !tbaa !9
  %5 = fadd reassoc nsz arcp contract afn <4 x float> %3, %4
  %6 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @k, i64 16), align 16, !tbaa !9
  %7 = fmul reassoc nsz arcp contract afn <4 x float> %6, %4
  %8 = load <4 x float>, ptr addrspace(1) @c, align 16, !tbaa !9
  %9 = fadd reassoc nsz arcp contract afn <4 x float> %7, %8
  %10 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @k, i64 32), align 16, !tbaa !9
  %11 = fmul reassoc nsz arcp contract afn <4 x float> %10, %8
  %12 = fadd reassoc nsz arcp contract afn <4 x float> %11, %1
  %13 = fmul reassoc nsz arcp contract afn <4 x float> %9, %5
  %14 = fadd reassoc nsz arcp contract afn <4 x float> %12, %13
  %15 = fmul reassoc nsz arcp contract afn <4 x float> %12, %9
  %16 = fsub reassoc nsz arcp contract afn <4 x float> %15, %5
  %17 = fmul reassoc nsz arcp contract afn <4 x float> %12, %5
  %18 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @k, i64 48), align 16, !tbaa !9
  %19 = fmul reassoc nsz arcp contract afn <4 x float> %18, %9
  %20 = fadd reassoc nsz arcp contract afn <4 x float> %17, %19
  %21 = fmul reassoc nsz arcp contract afn <4 x float> %16, %14
  %22 = fadd reassoc nsz arcp contract afn <4 x float> %21, %20
  store <4 x float> %22, ptr addrspace(3) @o0, align 16, !tbaa !9
  %23 = fmul reassoc nsz arcp contract afn <4 x float> %16, %20
  %24 = fadd reassoc nsz arcp contract afn <4 x float> %23, %14
  store <4 x float> %24, ptr addrspace(3) @o1, align 16, !tbaa !9
  %25 = fmul reassoc nsz arcp contract afn <4 x float> %20, %14
  %26 = fadd reassoc nsz arcp contract afn <4 x float> %9, %5
  %27 = fadd reassoc nsz arcp contract afn <4 x float> %26, %12
  %28 = fadd reassoc nsz arcp contract afn <4 x float> %27, %16
  %29 = fadd reassoc nsz arcp contract afn <4 x float> %28, %25
  store <4 x float> %29, ptr addrspace(3) @o2, align 16, !tbaa !9
  %30 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %30, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-signed-zeros-fp-math"="true" }

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
