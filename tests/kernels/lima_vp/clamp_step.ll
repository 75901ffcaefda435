; ModuleID = 'src/clamp_step.c'
source_filename = "src/clamp_step.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@range = external dso_local local_unnamed_addr addrspace(2) constant <2 x float>, align 8
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@a = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@c0 = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@c1 = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@st = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <2 x float>, ptr addrspace(2) @range, align 8, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %2, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %3 = load <4 x float>, ptr addrspace(1) @a, align 16, !tbaa !9
  %4 = tail call reassoc nsz arcp contract afn <4 x float> @llvm.maxnum.v4f32(<4 x float> %3, <4 x float> zeroinitializer)
  %5 = tail call reassoc nsz arcp contract afn <4 x float> @llvm.minnum.v4f32(<4 x float> %4, <4 x float> splat (float 1.000000e+00))
  store <4 x float> %5, ptr addrspace(3) @c0, align 16, !tbaa !9
  %6 = shufflevector <2 x float> %1, <2 x float> poison, <4 x i32> zeroinitializer
  %7 = tail call reassoc nsz arcp contract afn <4 x float> @llvm.maxnum.v4f32(<4 x float> %3, <4 x float> %6)
  %8 = shufflevector <2 x float> %1, <2 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %9 = tail call reassoc nsz arcp contract afn <4 x float> @llvm.minnum.v4f32(<4 x float> %7, <4 x float> %8)
  store <4 x float> %9, ptr addrspace(3) @c1, align 16, !tbaa !9
  %10 = fcmp reassoc nsz arcp contract afn olt <4 x float> %3, splat (float 2.500000e-01)
  %11 = select <4 x i1> %10, <4 x float> zeroinitializer, <4 x float> splat (float 1.000000e+00)
  store <4 x float> %11, ptr addrspace(3) @st, align 16, !tbaa !9
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "no-signed-zeros-fp-math"="true" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
