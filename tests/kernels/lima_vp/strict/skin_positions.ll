; ModuleID = 'src/skin_positions.c'
source_filename = "src/skin_positions.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

%struct.mat4 = type { [4 x <4 x float>] }

@bones = external dso_local local_unnamed_addr addrspace(2) constant [24 x %struct.mat4], align 16
@bone = external dso_local local_unnamed_addr addrspace(1) constant <2 x float>, align 8
@pos = external dso_local local_unnamed_addr addrspace(1) constant <4 x float>, align 16
@weight = external dso_local local_unnamed_addr addrspace(1) constant <2 x float>, align 8
@mvp = external dso_local local_unnamed_addr addrspace(2) constant %struct.mat4, align 16
@gl_Position = external dso_local local_unnamed_addr addrspace(3) global <4 x float>, align 16

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local void @shader() local_unnamed_addr #0 {
  %1 = load <2 x float>, ptr addrspace(1) @bone, align 8
  %2 = load <4 x float>, ptr addrspace(1) @pos, align 16
  %3 = shufflevector <4 x float> %2, <4 x float> poison, <4 x i32> zeroinitializer
  %4 = shufflevector <4 x float> %2, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %5 = shufflevector <4 x float> %2, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %6 = shufflevector <4 x float> %2, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %7 = fptosi <2 x float> %1 to <2 x i32>
  %8 = extractelement <2 x i32> %7, i64 0
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds %struct.mat4, ptr addrspace(2) @bones, i64 %9
  %11 = load <4 x float>, ptr addrspace(2) %10, align 16, !tbaa !9
  %12 = fmul <4 x float> %11, %3
  %13 = getelementptr inbounds nuw i8, ptr addrspace(2) %10, i64 16
  %14 = load <4 x float>, ptr addrspace(2) %13, align 16, !tbaa !9
  %15 = fmul <4 x float> %14, %4
  %16 = fadd <4 x float> %12, %15
  %17 = getelementptr inbounds nuw i8, ptr addrspace(2) %10, i64 32
  %18 = load <4 x float>, ptr addrspace(2) %17, align 16, !tbaa !9
  %19 = fmul <4 x float> %5, %18
  %20 = fadd <4 x float> %16, %19
  %21 = getelementptr inbounds nuw i8, ptr addrspace(2) %10, i64 48
  %22 = load <4 x float>, ptr addrspace(2) %21, align 16, !tbaa !9
  %23 = fmul <4 x float> %6, %22
  %24 = fadd <4 x float> %20, %23
  %25 = extractelement <2 x i32> %7, i64 1
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds %struct.mat4, ptr addrspace(2) @bones, i64 %26
  %28 = load <4 x float>, ptr addrspace(2) %27, align 16, !tbaa !9
  %29 = fmul <4 x float> %3, %28
  %30 = getelementptr inbounds nuw i8, ptr addrspace(2) %27, i64 16
  %31 = load <4 x float>, ptr addrspace(2) %30, align 16, !tbaa !9
  %32 = fmul <4 x float> %4, %31
  %33 = fadd <4 x float> %29, %32
  %34 = getelementptr inbounds nuw i8, ptr addrspace(2) %27, i64 32
  %35 = load <4 x float>, ptr addrspace(2) %34, align 16, !tbaa !9
  %36 = fmul <4 x float> %5, %35
  %37 = fadd <4 x float> %33, %36
  %38 = getelementptr inbounds nuw i8, ptr addrspace(2) %27, i64 48
  %39 = load <4 x float>, ptr addrspace(2) %38, align 16, !tbaa !9
  %40 = fmul <4 x float> %6, %39
  %41 = fadd <4 x float> %37, %40
  %42 = load <2 x float>, ptr addrspace(1) @weight, align 8
  %43 = shufflevector <2 x float> %42, <2 x float> poison, <4 x i32> zeroinitializer
  %44 = fmul <4 x float> %24, %43
  %45 = shufflevector <2 x float> %42, <2 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %46 = fmul <4 x float> %41, %45
  %47 = fadd <4 x float> %44, %46
  %48 = load <4 x float>, ptr addrspace(2) @mvp, align 16, !tbaa !9
  %49 = shufflevector <4 x float> %47, <4 x float> poison, <4 x i32> zeroinitializer
  %50 = fmul <4 x float> %48, %49
  %51 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @mvp, i64 16), align 16, !tbaa !9
  %52 = shufflevector <4 x float> %47, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %53 = fmul <4 x float> %51, %52
  %54 = fadd <4 x float> %50, %53
  %55 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @mvp, i64 32), align 16, !tbaa !9
  %56 = shufflevector <4 x float> %47, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %57 = fmul <4 x float> %55, %56
  %58 = fadd <4 x float> %57, %54
  %59 = load <4 x float>, ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @mvp, i64 48), align 16, !tbaa !9
  %60 = shufflevector <4 x float> %47, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %61 = fmul <4 x float> %59, %60
  %62 = fadd <4 x float> %61, %58
  store <4 x float> %62, ptr addrspace(3) @gl_Position, align 16, !tbaa !9
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
