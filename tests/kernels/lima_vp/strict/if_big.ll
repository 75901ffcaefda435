; ModuleID = 'src/if_big.c'
source_filename = "src/if_big.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

@a = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16
@k = external dso_local local_unnamed_addr addrspace(2) constant <4 x float>, align 16
@o = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <4 x float>, ptr addrspace(1) @a, align 16, !tbaa !9
  %2 = load <4 x float>, ptr addrspace(1) @pos, align 16, !tbaa !9
  store <4 x float> %2, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
  %3 = extractelement <4 x float> %1, i64 0
  %4 = fcmp ogt float %3, 0.000000e+00
  %5 = load <4 x float>, ptr addrspace(2) @k, align 16
  br i1 %4, label %6, label %29

6:                                                ; preds = %0
  %7 = fmul <4 x float> %1, %5
  %8 = shufflevector <4 x float> %5, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %9 = fadd <4 x float> %7, %8
  %10 = fmul <4 x float> %9, %9
  %11 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %12 = fadd <4 x float> %11, %10
  %13 = fmul <4 x float> %12, %12
  %14 = shufflevector <4 x float> %13, <4 x float> poison, <2 x i32> <i32 0, i32 poison>
  %15 = shufflevector <4 x float> %13, <4 x float> poison, <2 x i32> <i32 1, i32 poison>
  %16 = fadd <2 x float> %14, %15
  %17 = extractelement <2 x float> %16, i64 0
  %18 = tail call float @llvm.sqrt.f32(float %17)
  %19 = fdiv float 1.000000e+00, %18
  %20 = insertelement <2 x float> poison, float %19, i64 0
  %21 = shufflevector <4 x float> %5, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 poison, i32 poison>
  %22 = shufflevector <2 x float> %20, <2 x float> poison, <4 x i32> zeroinitializer
  %23 = fmul <4 x float> %12, %22
  %24 = fmul <4 x float> %21, %23
  %25 = shufflevector <4 x float> %24, <4 x float> %12, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  %26 = shufflevector <4 x float> %12, <4 x float> %24, <4 x i32> <i32 3, i32 2, i32 5, i32 4>
  %27 = fmul <4 x float> %5, %26
  %28 = fadd <4 x float> %25, %27
  br label %42

29:                                               ; preds = %0
  %30 = shufflevector <4 x float> %5, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %31 = fmul <4 x float> %1, %30
  %32 = fsub <4 x float> %31, %5
  %33 = shufflevector <4 x float> %32, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %34 = shufflevector <4 x float> %32, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %35 = fmul <2 x float> %33, %34
  %36 = shufflevector <2 x float> %35, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %37 = fadd <4 x float> %1, %36
  %38 = shufflevector <4 x float> %32, <4 x float> %37, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %39 = fmul <4 x float> %38, %38
  %40 = shufflevector <4 x float> %1, <4 x float> poison, <4 x i32> <i32 3, i32 0, i32 1, i32 2>
  %41 = fsub <4 x float> %39, %40
  br label %42

42:                                               ; preds = %29, %6
  %43 = phi <4 x float> [ %28, %6 ], [ %41, %29 ]
  store <4 x float> %43, ptr addrspace(3) @o, align 16, !tbaa !9
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable }
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
