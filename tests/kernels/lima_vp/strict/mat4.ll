; ModuleID = 'src/mat4.c'
source_filename = "src/mat4.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@mvp = external dso_local local_unnamed_addr addrspace(2) constant [4 x <4 x float>], align 16
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(2) @mvp, align 16, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(1) @pos, align 16
  %3 = shufflevector <4 x float> %2, <4 x float> poison, <4 x i32> zeroinitializer
  %4 = fmul <4 x float> %1, %3
  %5 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @mvp, i64 16), align 16, !tbaa !9
  %6 = shufflevector <4 x float> %2, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %7 = fmul <4 x float> %5, %6
  %8 = fadd <4 x float> %4, %7
  %9 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @mvp, i64 32), align 16, !tbaa !9
  %10 = shufflevector <4 x float> %2, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %11 = fmul <4 x float> %10, %9
  %12 = fadd <4 x float> %8, %11
  %13 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @mvp, i64 48), align 16, !tbaa !9
  %14 = shufflevector <4 x float> %2, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %15 = fmul <4 x float> %14, %13
  %16 = fadd <4 x float> %12, %15
  store <4 x float> %16, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
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
