; ModuleID = 'src/array32.c'
source_filename = "src/array32.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@tab = external dso_local local_unnamed_addr addrspace(2) constant [32 x <4 x float>], align 16
@idx = external dso_local local_unnamed_addr addrspace(1) constant float, align 4
@o = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %1, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %2 = load float, ptr addrspace(1) @idx, align 4, !tbaa !10
  %3 = fptosi float %2 to i32
  %4 = sext i32 %3 to i64
  %5 = getelementptr inbounds <4 x float>, ptr addrspace(2) @tab, i64 %4
  %6 = load <4 x float>, ptr addrspace(2) %5, align 16, !tbaa !9
  store <4 x float> %6, ptr addrspace(3) @o, align 16, !tbaa !9
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
!10 = !{!11, !11, i64 0}
!11 = !{!"float", !7, i64 0}
