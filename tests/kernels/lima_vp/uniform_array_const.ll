; ModuleID = 'src/uniform_array_const.c'
source_filename = "src/uniform_array_const.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@tab = external dso_local local_unnamed_addr addrspace(2) constant [6 x <4 x float>], align 16
@w = external dso_local local_unnamed_addr addrspace(2) constant [4 x <4 x float>], align 16
@o = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(2) @tab, align 16, !tbaa !9
  %3 = load <1 x float>, ptr addrspace(2) @w, align 16
  %4 = shufflevector <1 x float> %3, <1 x float> poison, <4 x i32> zeroinitializer
  %5 = fmul reassoc nsz arcp contract afn <4 x float> %4, %2
  %6 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @tab, i64 48), align 16, !tbaa !9
  %7 = load <1 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @w, i64 16), align 16
  %8 = shufflevector <1 x float> %7, <1 x float> poison, <4 x i32> zeroinitializer
  %9 = fmul reassoc nsz arcp contract afn <4 x float> %8, %6
  %10 = fadd reassoc nsz arcp contract afn <4 x float> %9, %5
  %11 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @tab, i64 80), align 16, !tbaa !9
  %12 = load <1 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @w, i64 48), align 16
  %13 = shufflevector <1 x float> %12, <1 x float> poison, <4 x i32> zeroinitializer
  %14 = fmul reassoc nsz arcp contract afn <4 x float> %13, %11
  %15 = fadd reassoc nsz arcp contract afn <4 x float> %10, %14
  store <4 x float> %15, ptr addrspace(3) @o, align 16, !tbaa !9
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
