; ModuleID = 'src/vec_mat.c'
source_filename = "src/vec_mat.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@a = external dso_local local_unnamed_addr addrspace(1) constant <3 x float>, align 16
@m = external dso_local local_unnamed_addr addrspace(2) constant [3 x <3 x float>], align 16
@o = external dso_local local_unnamed_addr addrspace(3) global <3 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(1) @a, align 16
  %3 = load <4 x float>, ptr addrspace(2) @m, align 16
  %4 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @m, i64 16), align 16
  %5 = shufflevector <4 x float> %2, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %6 = shufflevector <4 x float> %4, <4 x float> %3, <2 x i32> <i32 0, i32 5>
  %7 = fmul <2 x float> %5, %6
  %8 = shufflevector <2 x float> %7, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %9 = shufflevector <4 x float> %3, <4 x float> %4, <2 x i32> <i32 0, i32 5>
  %10 = fmul <2 x float> %5, %9
  %11 = fadd <2 x float> %8, %10
  %12 = shufflevector <4 x float> %2, <4 x float> poison, <2 x i32> <i32 2, i32 2>
  %13 = shufflevector <4 x float> %3, <4 x float> %4, <2 x i32> <i32 2, i32 6>
  %14 = fmul <2 x float> %12, %13
  %15 = fadd <2 x float> %14, %11
  %16 = shufflevector <2 x float> %15, <2 x float> poison, <3 x i32> <i32 0, i32 1, i32 poison>
  %17 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @m, i64 32), align 16
  %18 = fmul <4 x float> %2, %17
  %19 = extractelement <4 x float> %18, i64 0
  %20 = fmul <4 x float> %2, %17
  %21 = extractelement <4 x float> %20, i64 1
  %22 = fadd float %19, %21
  %23 = extractelement <4 x float> %20, i64 2
  %24 = fadd float %23, %22
  %25 = insertelement <3 x float> %16, float %24, i64 2
  %26 = shufflevector <3 x float> %25, <3 x float> <float undef, float poison, float poison>, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  store <4 x float> %26, ptr addrspace(3) @o, align 16, !tbaa !9
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
