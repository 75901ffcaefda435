; ModuleID = 'kernels.c'
source_filename = "kernels.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @passed(<4 x float> noundef %at, <4 x float> noundef %tint, ptr noundef readonly captures(none) %mvp, ptr noundef writeonly captures(none) initializes((0, 16)) %position, ptr noundef writeonly captures(none) initializes((0, 16)) %color) local_unnamed_addr #0 {
entry:
  %0 = load <4 x float>, ptr %mvp, align 16, !tbaa !9
  %arrayidx1.i = getelementptr inbounds nuw i8, ptr %mvp, i64 16
  %1 = load <4 x float>, ptr %arrayidx1.i, align 16, !tbaa !9
  %arrayidx4.i = getelementptr inbounds nuw i8, ptr %mvp, i64 32
  %2 = load <4 x float>, ptr %arrayidx4.i, align 16, !tbaa !9
  %arrayidx7.i = getelementptr inbounds nuw i8, ptr %mvp, i64 48
  %3 = load <4 x float>, ptr %arrayidx7.i, align 16, !tbaa !9
  %4 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %5 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 1, i32 5, i32 poison, i32 poison>
  %6 = shufflevector <4 x float> %5, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %7 = shufflevector <4 x float> %6, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %8 = fmul <4 x float> %4, %7
  %9 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %10 = shufflevector <4 x float> %9, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %11 = shufflevector <4 x float> %10, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %12 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> zeroinitializer
  %13 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %11, <4 x float> %12, <4 x float> %8)
  %14 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %15 = shufflevector <4 x float> %14, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %16 = shufflevector <4 x float> %15, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %17 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %18 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %16, <4 x float> %17, <4 x float> %13)
  %19 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %20 = shufflevector <4 x float> %19, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %21 = shufflevector <4 x float> %20, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %22 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %23 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %21, <4 x float> %22, <4 x float> %18)
  store <4 x float> %23, ptr %position, align 16, !tbaa !9
  store <4 x float> %tint, ptr %color, align 16, !tbaa !9
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @forced(<4 x float> noundef %at, <4 x float> noundef %tint, ptr noundef readonly captures(none) %mvp, ptr noundef writeonly captures(none) initializes((0, 16)) %position, ptr noundef writeonly captures(none) initializes((0, 16)) %color) local_unnamed_addr #0 {
entry:
  %0 = load <4 x float>, ptr %mvp, align 16, !tbaa !9
  %arrayidx1.i = getelementptr inbounds nuw i8, ptr %mvp, i64 16
  %1 = load <4 x float>, ptr %arrayidx1.i, align 16, !tbaa !9
  %arrayidx4.i = getelementptr inbounds nuw i8, ptr %mvp, i64 32
  %2 = load <4 x float>, ptr %arrayidx4.i, align 16, !tbaa !9
  %arrayidx7.i = getelementptr inbounds nuw i8, ptr %mvp, i64 48
  %3 = load <4 x float>, ptr %arrayidx7.i, align 16, !tbaa !9
  %4 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %5 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 1, i32 5, i32 poison, i32 poison>
  %6 = shufflevector <4 x float> %5, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %7 = shufflevector <4 x float> %6, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %8 = fmul <4 x float> %4, %7
  %9 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %10 = shufflevector <4 x float> %9, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %11 = shufflevector <4 x float> %10, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %12 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> zeroinitializer
  %13 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %11, <4 x float> %12, <4 x float> %8)
  %14 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %15 = shufflevector <4 x float> %14, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %16 = shufflevector <4 x float> %15, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %17 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %18 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %16, <4 x float> %17, <4 x float> %13)
  %19 = shufflevector <4 x float> %0, <4 x float> %1, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %20 = shufflevector <4 x float> %19, <4 x float> %2, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %21 = shufflevector <4 x float> %20, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %22 = fadd <4 x float> %21, %18
  store <4 x float> %22, ptr %position, align 16, !tbaa !9
  store <4 x float> %tint, ptr %color, align 16, !tbaa !9
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @lit(<4 x float> noundef %at, <4 x float> noundef %normal, <2 x float> noundef %first, <2 x float> noundef %second, ptr noundef readonly captures(none) %mvp, ptr noundef readonly captures(none) %model, ptr noundef readonly captures(none) %light, ptr noundef writeonly captures(none) initializes((0, 16)) %position, ptr noundef writeonly captures(none) initializes((0, 16)) %color, ptr noundef writeonly captures(none) initializes((0, 8)) %texcoord0, ptr noundef writeonly captures(none) initializes((0, 8)) %texcoord1) local_unnamed_addr #0 {
entry:
  %0 = load <4 x float>, ptr %model, align 16, !tbaa !9
  %1 = extractelement <4 x float> %0, i64 0
  %2 = extractelement <4 x float> %normal, i64 0
  %foldExtExtBinop = fmul <4 x float> %normal, %0
  %mul1.i = extractelement <4 x float> %foldExtExtBinop, i64 1
  %3 = tail call float @llvm.fmuladd.f32(float %1, float %2, float %mul1.i)
  %4 = extractelement <4 x float> %0, i64 2
  %5 = extractelement <4 x float> %normal, i64 2
  %6 = tail call noundef float @llvm.fmuladd.f32(float %4, float %5, float %3)
  %arrayidx1 = getelementptr inbounds nuw i8, ptr %model, i64 16
  %7 = load <4 x float>, ptr %arrayidx1, align 16, !tbaa !9
  %8 = extractelement <4 x float> %7, i64 0
  %foldExtExtBinop24 = fmul <4 x float> %normal, %7
  %mul1.i20 = extractelement <4 x float> %foldExtExtBinop24, i64 1
  %9 = tail call float @llvm.fmuladd.f32(float %8, float %2, float %mul1.i20)
  %10 = extractelement <4 x float> %7, i64 2
  %11 = tail call noundef float @llvm.fmuladd.f32(float %10, float %5, float %9)
  %arrayidx4 = getelementptr inbounds nuw i8, ptr %model, i64 32
  %12 = load <4 x float>, ptr %arrayidx4, align 16, !tbaa !9
  %13 = extractelement <4 x float> %12, i64 0
  %foldExtExtBinop26 = fmul <4 x float> %normal, %12
  %mul1.i21 = extractelement <4 x float> %foldExtExtBinop26, i64 1
  %14 = tail call float @llvm.fmuladd.f32(float %13, float %2, float %mul1.i21)
  %15 = extractelement <4 x float> %12, i64 2
  %16 = tail call noundef float @llvm.fmuladd.f32(float %15, float %5, float %14)
  %17 = load <4 x float>, ptr %light, align 16, !tbaa !9
  %18 = extractelement <4 x float> %17, i64 0
  %19 = extractelement <4 x float> %17, i64 1
  %mul1.i22 = fmul float %19, %11
  %20 = tail call float @llvm.fmuladd.f32(float %6, float %18, float %mul1.i22)
  %21 = extractelement <4 x float> %17, i64 2
  %22 = tail call noundef float @llvm.fmuladd.f32(float %16, float %21, float %20)
  %23 = load <4 x float>, ptr %mvp, align 16, !tbaa !9
  %arrayidx1.i = getelementptr inbounds nuw i8, ptr %mvp, i64 16
  %24 = load <4 x float>, ptr %arrayidx1.i, align 16, !tbaa !9
  %arrayidx4.i = getelementptr inbounds nuw i8, ptr %mvp, i64 32
  %25 = load <4 x float>, ptr %arrayidx4.i, align 16, !tbaa !9
  %arrayidx7.i = getelementptr inbounds nuw i8, ptr %mvp, i64 48
  %26 = load <4 x float>, ptr %arrayidx7.i, align 16, !tbaa !9
  %27 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %28 = shufflevector <4 x float> %23, <4 x float> %24, <4 x i32> <i32 1, i32 5, i32 poison, i32 poison>
  %29 = shufflevector <4 x float> %28, <4 x float> %25, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %30 = shufflevector <4 x float> %29, <4 x float> %26, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %31 = fmul <4 x float> %27, %30
  %32 = shufflevector <4 x float> %23, <4 x float> %24, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %33 = shufflevector <4 x float> %32, <4 x float> %25, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %34 = shufflevector <4 x float> %33, <4 x float> %26, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %35 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> zeroinitializer
  %36 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %34, <4 x float> %35, <4 x float> %31)
  %37 = shufflevector <4 x float> %23, <4 x float> %24, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %38 = shufflevector <4 x float> %37, <4 x float> %25, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %39 = shufflevector <4 x float> %38, <4 x float> %26, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %40 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
  %41 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %39, <4 x float> %40, <4 x float> %36)
  %42 = shufflevector <4 x float> %23, <4 x float> %24, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %43 = shufflevector <4 x float> %42, <4 x float> %25, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %44 = shufflevector <4 x float> %43, <4 x float> %26, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %45 = shufflevector <4 x float> %at, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %46 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %44, <4 x float> %45, <4 x float> %41)
  store <4 x float> %46, ptr %position, align 16, !tbaa !9
  %arrayidx11 = getelementptr inbounds nuw i8, ptr %light, i64 16
  %47 = load <4 x float>, ptr %arrayidx11, align 16, !tbaa !9
  %cmp = fcmp ogt float %22, 0.000000e+00
  %cond = select i1 %cmp, float %22, float 0.000000e+00
  %splat.splatinsert = insertelement <4 x float> poison, float %cond, i64 0
  %splat.splat = shufflevector <4 x float> %splat.splatinsert, <4 x float> poison, <4 x i32> zeroinitializer
  %arrayidx12 = getelementptr inbounds nuw i8, ptr %light, i64 32
  %48 = load <4 x float>, ptr %arrayidx12, align 16, !tbaa !9
  %49 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %47, <4 x float> %splat.splat, <4 x float> %48)
  store <4 x float> %49, ptr %color, align 16, !tbaa !9
  store <2 x float> %first, ptr %texcoord0, align 8, !tbaa !9
  store <2 x float> %second, ptr %texcoord1, align 8, !tbaa !9
  ret void
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #1

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local void @skinned(<4 x float> noundef %at, ptr noundef readonly captures(none) %influences, ptr noundef readonly captures(none) %mvp, ptr noundef readonly captures(none) %bones, ptr noundef writeonly captures(none) %position) local_unnamed_addr #2 {
entry:
  %0 = extractelement <4 x float> %at, i64 0
  %1 = extractelement <4 x float> %at, i64 2
  %2 = extractelement <4 x float> %at, i64 3
  %3 = shufflevector <4 x float> %at, <4 x float> poison, <2 x i32> <i32 3, i32 3>
  %4 = shufflevector <4 x float> %at, <4 x float> poison, <2 x i32> <i32 2, i32 2>
  %5 = shufflevector <4 x float> %at, <4 x float> poison, <2 x i32> zeroinitializer
  %6 = shufflevector <4 x float> %at, <4 x float> poison, <2 x i32> <i32 1, i32 1>
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  %7 = load <4 x float>, ptr %mvp, align 16, !tbaa !9
  %arrayidx1.i = getelementptr inbounds nuw i8, ptr %mvp, i64 16
  %8 = load <4 x float>, ptr %arrayidx1.i, align 16, !tbaa !9
  %arrayidx4.i = getelementptr inbounds nuw i8, ptr %mvp, i64 32
  %9 = load <4 x float>, ptr %arrayidx4.i, align 16, !tbaa !9
  %arrayidx7.i = getelementptr inbounds nuw i8, ptr %mvp, i64 48
  %10 = load <4 x float>, ptr %arrayidx7.i, align 16, !tbaa !9
  %11 = shufflevector <2 x float> %47, <2 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %12 = shufflevector <4 x float> %7, <4 x float> %8, <4 x i32> <i32 1, i32 5, i32 poison, i32 poison>
  %13 = shufflevector <4 x float> %12, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %14 = shufflevector <4 x float> %13, <4 x float> %10, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %15 = fmul <4 x float> %11, %14
  %16 = shufflevector <4 x float> %7, <4 x float> %8, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %17 = shufflevector <4 x float> %16, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %18 = shufflevector <4 x float> %17, <4 x float> %10, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %19 = shufflevector <2 x float> %47, <2 x float> poison, <4 x i32> zeroinitializer
  %20 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %18, <4 x float> %19, <4 x float> %15)
  %21 = shufflevector <4 x float> %7, <4 x float> %8, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %22 = shufflevector <4 x float> %21, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %23 = shufflevector <4 x float> %22, <4 x float> %10, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %24 = insertelement <4 x float> poison, float %58, i64 0
  %25 = shufflevector <4 x float> %24, <4 x float> poison, <4 x i32> zeroinitializer
  %26 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %23, <4 x float> %25, <4 x float> %20)
  %27 = shufflevector <4 x float> %7, <4 x float> %8, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %28 = shufflevector <4 x float> %27, <4 x float> %9, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %29 = shufflevector <4 x float> %28, <4 x float> %10, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %30 = shufflevector <4 x float> %sum.040, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  %31 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %29, <4 x float> %30, <4 x float> %26)
  store <4 x float> %31, ptr %position, align 16, !tbaa !9
  ret void

for.body:                                         ; preds = %entry, %for.body
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %sum.040 = phi <4 x float> [ <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float 1.000000e+00>, %entry ], [ %59, %for.body ]
  %arrayidx = getelementptr inbounds nuw <4 x float>, ptr %influences, i64 %indvars.iv
  %32 = load <4 x float>, ptr %arrayidx, align 16
  %33 = extractelement <4 x float> %32, i64 1
  %conv = fptosi float %33 to i32
  %34 = extractelement <4 x float> %32, i64 0
  %idxprom3 = sext i32 %conv to i64
  %arrayidx4 = getelementptr inbounds <4 x float>, ptr %bones, i64 %idxprom3
  %35 = load <4 x float>, ptr %arrayidx4, align 16, !tbaa !9
  %arrayidx8 = getelementptr i8, ptr %arrayidx4, i64 16
  %36 = load <4 x float>, ptr %arrayidx8, align 16, !tbaa !9
  %37 = shufflevector <4 x float> %35, <4 x float> %36, <2 x i32> <i32 1, i32 5>
  %38 = fmul <2 x float> %6, %37
  %39 = shufflevector <4 x float> %35, <4 x float> %36, <2 x i32> <i32 0, i32 4>
  %40 = tail call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %39, <2 x float> %5, <2 x float> %38)
  %41 = shufflevector <4 x float> %35, <4 x float> %36, <2 x i32> <i32 2, i32 6>
  %42 = tail call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %41, <2 x float> %4, <2 x float> %40)
  %43 = shufflevector <4 x float> %35, <4 x float> %36, <2 x i32> <i32 3, i32 7>
  %44 = tail call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %43, <2 x float> %3, <2 x float> %42)
  %45 = shufflevector <4 x float> %32, <4 x float> poison, <2 x i32> zeroinitializer
  %46 = shufflevector <4 x float> %sum.040, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %47 = tail call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %45, <2 x float> %44, <2 x float> %46)
  %48 = shufflevector <2 x float> %47, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %49 = shufflevector <4 x float> %48, <4 x float> %sum.040, <4 x i32> <i32 0, i32 1, i32 poison, i32 7>
  %arrayidx14 = getelementptr i8, ptr %arrayidx4, i64 32
  %50 = load <4 x float>, ptr %arrayidx14, align 16, !tbaa !9
  %51 = extractelement <4 x float> %50, i64 0
  %foldExtExtBinop = fmul <4 x float> %at, %50
  %mul1.i38 = extractelement <4 x float> %foldExtExtBinop, i64 1
  %52 = tail call float @llvm.fmuladd.f32(float %51, float %0, float %mul1.i38)
  %53 = extractelement <4 x float> %50, i64 2
  %54 = tail call float @llvm.fmuladd.f32(float %53, float %1, float %52)
  %55 = extractelement <4 x float> %50, i64 3
  %56 = tail call noundef float @llvm.fmuladd.f32(float %55, float %2, float %54)
  %57 = extractelement <4 x float> %sum.040, i64 2
  %58 = tail call float @llvm.fmuladd.f32(float %34, float %56, float %57)
  %59 = insertelement <4 x float> %49, float %58, i64 2
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 4
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !10
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #1

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @skinned_by_attributes(<4 x float> noundef %at, <4 x float> noundef %weights, <4 x float> noundef %numbers, ptr noundef readonly captures(none) %mvp, ptr noundef readonly captures(none) %bones, ptr noundef writeonly captures(none) initializes((0, 16)) %position) local_unnamed_addr #0 {
entry:
  %0 = extractelement <4 x float> %at, i64 0
  %1 = extractelement <4 x float> %at, i64 2
  %2 = extractelement <4 x float> %at, i64 3
  %vecext1 = extractelement <4 x float> %weights, i64 0
  %vecext1.1 = extractelement <4 x float> %weights, i64 1
  %vecext1.2 = extractelement <4 x float> %weights, i64 2
  %vecext1.3 = extractelement <4 x float> %weights, i64 3
  %3 = fptosi <4 x float> %numbers to <4 x i32>
  %4 = mul nsw <4 x i32> %3, splat (i32 3)
  %5 = extractelement <4 x i32> %4, i64 0
  %6 = sext i32 %5 to i64
  %arrayidx = getelementptr inbounds <4 x float>, ptr %bones, i64 %6
  %7 = load <4 x float>, ptr %arrayidx, align 16, !tbaa !9
  %8 = extractelement <4 x float> %7, i64 0
  %foldExtExtBinop = fmul <4 x float> %at, %7
  %mul1.i = extractelement <4 x float> %foldExtExtBinop, i64 1
  %9 = tail call float @llvm.fmuladd.f32(float %8, float %0, float %mul1.i)
  %10 = extractelement <4 x float> %7, i64 2
  %11 = tail call float @llvm.fmuladd.f32(float %10, float %1, float %9)
  %12 = extractelement <4 x float> %7, i64 3
  %13 = tail call noundef float @llvm.fmuladd.f32(float %12, float %2, float %11)
  %14 = tail call float @llvm.fmuladd.f32(float %vecext1, float %13, float 0.000000e+00)
  %arrayidx5 = getelementptr i8, ptr %arrayidx, i64 16
  %15 = load <4 x float>, ptr %arrayidx5, align 16, !tbaa !9
  %16 = extractelement <4 x float> %15, i64 0
  %foldExtExtBinop41 = fmul <4 x float> %at, %15
  %mul1.i34 = extractelement <4 x float> %foldExtExtBinop41, i64 1
  %17 = tail call float @llvm.fmuladd.f32(float %16, float %0, float %mul1.i34)
  %18 = extractelement <4 x float> %15, i64 2
  %19 = tail call float @llvm.fmuladd.f32(float %18, float %1, float %17)
  %20 = extractelement <4 x float> %15, i64 3
  %21 = tail call noundef float @llvm.fmuladd.f32(float %20, float %2, float %19)
  %22 = tail call float @llvm.fmuladd.f32(float %vecext1, float %21, float 0.000000e+00)
  %arrayidx11 = getelementptr i8, ptr %arrayidx, i64 32
  %23 = load <4 x float>, ptr %arrayidx11, align 16, !tbaa !9
  %24 = extractelement <4 x float> %23, i64 0
  %foldExtExtBinop43 = fmul <4 x float> %at, %23
  %mul1.i35 = extractelement <4 x float> %foldExtExtBinop43, i64 1
  %25 = tail call float @llvm.fmuladd.f32(float %24, float %0, float %mul1.i35)
  %26 = extractelement <4 x float> %23, i64 2
  %27 = tail call float @llvm.fmuladd.f32(float %26, float %1, float %25)
  %28 = extractelement <4 x float> %23, i64 3
  %29 = tail call noundef float @llvm.fmuladd.f32(float %28, float %2, float %27)
  %30 = tail call float @llvm.fmuladd.f32(float %vecext1, float %29, float 0.000000e+00)
  %31 = extractelement <4 x i32> %4, i64 1
  %32 = sext i32 %31 to i64
  %arrayidx.1 = getelementptr inbounds <4 x float>, ptr %bones, i64 %32
  %33 = load <4 x float>, ptr %arrayidx.1, align 16, !tbaa !9
  %34 = extractelement <4 x float> %33, i64 0
  %foldExtExtBinop45 = fmul <4 x float> %at, %33
  %mul1.i.1 = extractelement <4 x float> %foldExtExtBinop45, i64 1
  %35 = tail call float @llvm.fmuladd.f32(float %34, float %0, float %mul1.i.1)
  %36 = extractelement <4 x float> %33, i64 2
  %37 = tail call float @llvm.fmuladd.f32(float %36, float %1, float %35)
  %38 = extractelement <4 x float> %33, i64 3
  %39 = tail call noundef float @llvm.fmuladd.f32(float %38, float %2, float %37)
  %40 = tail call float @llvm.fmuladd.f32(float %vecext1.1, float %39, float %14)
  %arrayidx5.1 = getelementptr i8, ptr %arrayidx.1, i64 16
  %41 = load <4 x float>, ptr %arrayidx5.1, align 16, !tbaa !9
  %42 = extractelement <4 x float> %41, i64 0
  %foldExtExtBinop47 = fmul <4 x float> %at, %41
  %mul1.i34.1 = extractelement <4 x float> %foldExtExtBinop47, i64 1
  %43 = tail call float @llvm.fmuladd.f32(float %42, float %0, float %mul1.i34.1)
  %44 = extractelement <4 x float> %41, i64 2
  %45 = tail call float @llvm.fmuladd.f32(float %44, float %1, float %43)
  %46 = extractelement <4 x float> %41, i64 3
  %47 = tail call noundef float @llvm.fmuladd.f32(float %46, float %2, float %45)
  %48 = tail call float @llvm.fmuladd.f32(float %vecext1.1, float %47, float %22)
  %arrayidx11.1 = getelementptr i8, ptr %arrayidx.1, i64 32
  %49 = load <4 x float>, ptr %arrayidx11.1, align 16, !tbaa !9
  %50 = extractelement <4 x float> %49, i64 0
  %foldExtExtBinop49 = fmul <4 x float> %at, %49
  %mul1.i35.1 = extractelement <4 x float> %foldExtExtBinop49, i64 1
  %51 = tail call float @llvm.fmuladd.f32(float %50, float %0, float %mul1.i35.1)
  %52 = extractelement <4 x float> %49, i64 2
  %53 = tail call float @llvm.fmuladd.f32(float %52, float %1, float %51)
  %54 = extractelement <4 x float> %49, i64 3
  %55 = tail call noundef float @llvm.fmuladd.f32(float %54, float %2, float %53)
  %56 = tail call float @llvm.fmuladd.f32(float %vecext1.1, float %55, float %30)
  %57 = extractelement <4 x i32> %4, i64 2
  %58 = sext i32 %57 to i64
  %arrayidx.2 = getelementptr inbounds <4 x float>, ptr %bones, i64 %58
  %59 = load <4 x float>, ptr %arrayidx.2, align 16, !tbaa !9
  %60 = extractelement <4 x float> %59, i64 0
  %foldExtExtBinop51 = fmul <4 x float> %at, %59
  %mul1.i.2 = extractelement <4 x float> %foldExtExtBinop51, i64 1
  %61 = tail call float @llvm.fmuladd.f32(float %60, float %0, float %mul1.i.2)
  %62 = extractelement <4 x float> %59, i64 2
  %63 = tail call float @llvm.fmuladd.f32(float %62, float %1, float %61)
  %64 = extractelement <4 x float> %59, i64 3
  %65 = tail call noundef float @llvm.fmuladd.f32(float %64, float %2, float %63)
  %66 = tail call float @llvm.fmuladd.f32(float %vecext1.2, float %65, float %40)
  %arrayidx5.2 = getelementptr i8, ptr %arrayidx.2, i64 16
  %67 = load <4 x float>, ptr %arrayidx5.2, align 16, !tbaa !9
  %68 = extractelement <4 x float> %67, i64 0
  %foldExtExtBinop53 = fmul <4 x float> %at, %67
  %mul1.i34.2 = extractelement <4 x float> %foldExtExtBinop53, i64 1
  %69 = tail call float @llvm.fmuladd.f32(float %68, float %0, float %mul1.i34.2)
  %70 = extractelement <4 x float> %67, i64 2
  %71 = tail call float @llvm.fmuladd.f32(float %70, float %1, float %69)
  %72 = extractelement <4 x float> %67, i64 3
  %73 = tail call noundef float @llvm.fmuladd.f32(float %72, float %2, float %71)
  %74 = tail call float @llvm.fmuladd.f32(float %vecext1.2, float %73, float %48)
  %arrayidx11.2 = getelementptr i8, ptr %arrayidx.2, i64 32
  %75 = load <4 x float>, ptr %arrayidx11.2, align 16, !tbaa !9
  %76 = extractelement <4 x float> %75, i64 0
  %foldExtExtBinop55 = fmul <4 x float> %at, %75
  %mul1.i35.2 = extractelement <4 x float> %foldExtExtBinop55, i64 1
  %77 = tail call float @llvm.fmuladd.f32(float %76, float %0, float %mul1.i35.2)
  %78 = extractelement <4 x float> %75, i64 2
  %79 = tail call float @llvm.fmuladd.f32(float %78, float %1, float %77)
  %80 = extractelement <4 x float> %75, i64 3
  %81 = tail call noundef float @llvm.fmuladd.f32(float %80, float %2, float %79)
  %82 = tail call float @llvm.fmuladd.f32(float %vecext1.2, float %81, float %56)
  %83 = extractelement <4 x i32> %4, i64 3
  %84 = sext i32 %83 to i64
  %arrayidx.3 = getelementptr inbounds <4 x float>, ptr %bones, i64 %84
  %85 = load <4 x float>, ptr %arrayidx.3, align 16, !tbaa !9
  %86 = extractelement <4 x float> %85, i64 0
  %foldExtExtBinop57 = fmul <4 x float> %at, %85
  %mul1.i.3 = extractelement <4 x float> %foldExtExtBinop57, i64 1
  %87 = tail call float @llvm.fmuladd.f32(float %86, float %0, float %mul1.i.3)
  %88 = extractelement <4 x float> %85, i64 2
  %89 = tail call float @llvm.fmuladd.f32(float %88, float %1, float %87)
  %90 = extractelement <4 x float> %85, i64 3
  %91 = tail call noundef float @llvm.fmuladd.f32(float %90, float %2, float %89)
  %92 = tail call float @llvm.fmuladd.f32(float %vecext1.3, float %91, float %66)
  %arrayidx5.3 = getelementptr i8, ptr %arrayidx.3, i64 16
  %93 = load <4 x float>, ptr %arrayidx5.3, align 16, !tbaa !9
  %94 = extractelement <4 x float> %93, i64 0
  %foldExtExtBinop59 = fmul <4 x float> %at, %93
  %mul1.i34.3 = extractelement <4 x float> %foldExtExtBinop59, i64 1
  %95 = tail call float @llvm.fmuladd.f32(float %94, float %0, float %mul1.i34.3)
  %96 = extractelement <4 x float> %93, i64 2
  %97 = tail call float @llvm.fmuladd.f32(float %96, float %1, float %95)
  %98 = extractelement <4 x float> %93, i64 3
  %99 = tail call noundef float @llvm.fmuladd.f32(float %98, float %2, float %97)
  %100 = tail call float @llvm.fmuladd.f32(float %vecext1.3, float %99, float %74)
  %arrayidx11.3 = getelementptr i8, ptr %arrayidx.3, i64 32
  %101 = load <4 x float>, ptr %arrayidx11.3, align 16, !tbaa !9
  %102 = extractelement <4 x float> %101, i64 0
  %foldExtExtBinop61 = fmul <4 x float> %at, %101
  %mul1.i35.3 = extractelement <4 x float> %foldExtExtBinop61, i64 1
  %103 = tail call float @llvm.fmuladd.f32(float %102, float %0, float %mul1.i35.3)
  %104 = extractelement <4 x float> %101, i64 2
  %105 = tail call float @llvm.fmuladd.f32(float %104, float %1, float %103)
  %106 = extractelement <4 x float> %101, i64 3
  %107 = tail call noundef float @llvm.fmuladd.f32(float %106, float %2, float %105)
  %108 = tail call float @llvm.fmuladd.f32(float %vecext1.3, float %107, float %82)
  %109 = load <4 x float>, ptr %mvp, align 16, !tbaa !9
  %arrayidx1.i = getelementptr inbounds nuw i8, ptr %mvp, i64 16
  %110 = load <4 x float>, ptr %arrayidx1.i, align 16, !tbaa !9
  %arrayidx4.i = getelementptr inbounds nuw i8, ptr %mvp, i64 32
  %111 = load <4 x float>, ptr %arrayidx4.i, align 16, !tbaa !9
  %arrayidx7.i = getelementptr inbounds nuw i8, ptr %mvp, i64 48
  %112 = load <4 x float>, ptr %arrayidx7.i, align 16, !tbaa !9
  %113 = insertelement <4 x float> poison, float %100, i64 0
  %114 = shufflevector <4 x float> %113, <4 x float> poison, <4 x i32> zeroinitializer
  %115 = shufflevector <4 x float> %109, <4 x float> %110, <4 x i32> <i32 1, i32 5, i32 poison, i32 poison>
  %116 = shufflevector <4 x float> %115, <4 x float> %111, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>
  %117 = shufflevector <4 x float> %116, <4 x float> %112, <4 x i32> <i32 0, i32 1, i32 2, i32 5>
  %118 = fmul <4 x float> %114, %117
  %119 = shufflevector <4 x float> %109, <4 x float> %110, <4 x i32> <i32 0, i32 4, i32 poison, i32 poison>
  %120 = shufflevector <4 x float> %119, <4 x float> %111, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>
  %121 = shufflevector <4 x float> %120, <4 x float> %112, <4 x i32> <i32 0, i32 1, i32 2, i32 4>
  %122 = insertelement <4 x float> poison, float %92, i64 0
  %123 = shufflevector <4 x float> %122, <4 x float> poison, <4 x i32> zeroinitializer
  %124 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %121, <4 x float> %123, <4 x float> %118)
  %125 = shufflevector <4 x float> %109, <4 x float> %110, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>
  %126 = shufflevector <4 x float> %125, <4 x float> %111, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>
  %127 = shufflevector <4 x float> %126, <4 x float> %112, <4 x i32> <i32 0, i32 1, i32 2, i32 6>
  %128 = insertelement <4 x float> poison, float %108, i64 0
  %129 = shufflevector <4 x float> %128, <4 x float> poison, <4 x i32> zeroinitializer
  %130 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %127, <4 x float> %129, <4 x float> %124)
  %131 = shufflevector <4 x float> %109, <4 x float> %110, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>
  %132 = shufflevector <4 x float> %131, <4 x float> %111, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>
  %133 = shufflevector <4 x float> %132, <4 x float> %112, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %134 = fadd <4 x float> %133, %130
  store <4 x float> %134, ptr %position, align 16, !tbaa !9
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x float> @llvm.fmuladd.v2f32(<2 x float>, <2 x float>, <2 x float>) #3

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+enable-select-opt,+ete,+fp-armv8,+fuse-adrp-add,+fuse-aes,+neon,+trbe,+use-postra-scheduler,-CONTEXTIDREL2,-a320,-addr-lsl-slow-14,-aes,-aggressive-fma,-aggressive-interleaving,-alternate-sextload-cvt-f32-pattern,-altnzcv,-alu-lsl-fast,-am,-amvs,-arith-bcc-fusion,-arith-cbz-fusion,-ascend-store-address,-avoid-ldapur,-balance-fp-ops,-bf16,-brbe,-bti,-btie,-call-saved-x10,-call-saved-x11,-call-saved-x12,-call-saved-x13,-call-saved-x14,-call-saved-x15,-call-saved-x18,-call-saved-x8,-call-saved-x9,-ccdp,-ccidx,-ccpp,-chk,-clrbhb,-cmh,-cmp-bcc-fusion,-cmpbr,-complxnum,-cpa,-crc,-crypto,-cssc,-d128,-disable-fast-inc-vl,-disable-latency-sched-heuristic,-disable-ldp,-disable-maximize-scalable-bandwidth,-disable-stp,-disable-unpredicated-ld-st-lower,-dit,-dotprod,-ecv,-el2vmsa,-el3,-execute-only,-exynos-cheap-as-move,-f16f32dot,-f16f32mm,-f16mm,-f32mm,-f64mm,-f8f16mm,-f8f32mm,-faminmax,-fgt,-fix-cortex-a53-835769,-flagm,-fmv,-force-32bit-jump-tables,-fp16fml,-fp8,-fp8dot2,-fp8dot4,-fp8fma,-fpac,-fprcvt,-fptoint,-fujitsu-monaka,-fullfp16,-fuse-address,-fuse-addsub-2reg-const1,-fuse-arith-logic,-fuse-crypto-eor,-fuse-csel,-fuse-cset,-fuse-literals,-gcie,-gcs,-harden-sls-blr,-harden-sls-nocomdat,-harden-sls-retbr,-hbc,-hcx,-i8mm,-ite,-jsconv,-ldp-aligned-only,-lor,-ls64,-lscp,-lse,-lse128,-lse2,-lsfe,-lsui,-lut,-max-interleave-factor-4,-mec,-mops,-mops-go,-mpam,-mpamv2,-mte,-mtetc,-nmi,-no-bti-at-return-twice,-no-neg-immediates,-no-sve-fp-ld1r,-no-zcz-fpr64,-nv,-occmo,-olympus,-outline-atomics,-pan,-pan-rwv,-pauth,-pauth-lr,-pcdphint,-perfmon,-poe2,-pops,-predictable-select-expensive,-predres,-prfm-slc-target,-rand,-ras,-rasv2,-rcpc,-rcpc-immo,-rcpc3,-rdm,-reserve-lr-for-ra,-reserve-x1,-reserve-x10,-reserve-x11,-reserve-x12,-reserve-x13,-reserve-x14,-reserve-x15,-reserve-x18,-reserve-x2,-reserve-x20,-reserve-x21,-reserve-x22,-reserve-x23,-reserve-x24,-reserve-x25,-reserve-x26,-reserve-x27,-reserve-x28,-reserve-x3,-reserve-x4,-reserve-x5,-reserve-x6,-reserve-x7,-reserve-x9,-rme,-sb,-sel2,-sha2,-sha3,-slow-misaligned-128store,-slow-paired-128,-slow-strqro-store,-sm4,-sme,-sme-b16b16,-sme-f16f16,-sme-f64f64,-sme-f8f16,-sme-f8f32,-sme-fa64,-sme-i16i64,-sme-lutv2,-sme-mop4,-sme-tmop,-sme2,-sme2p1,-sme2p2,-sme2p3,-spe,-spe-eef,-specres2,-specrestrict,-ssbs,-ssve-aes,-ssve-bitperm,-ssve-fexpa,-ssve-fp8dot2,-ssve-fp8dot4,-ssve-fp8fma,-store-pair-suppress,-stp-aligned-only,-strict-align,-sve,-sve-aes,-sve-aes2,-sve-b16b16,-sve-b16mm,-sve-bfscale,-sve-bitperm,-sve-f16f32mm,-sve-sha3,-sve-sm4,-sve2,-sve2-aes,-sve2-bitperm,-sve2-sha3,-sve2-sm4,-sve2p1,-sve2p2,-sve2p3,-tagged-globals,-tev,-the,-tlb-rmi,-tlbid,-tlbiw,-tpidr-el1,-tpidr-el2,-tpidr-el3,-tpidrro-el0,-tracev8.4,-uaops,-use-experimental-zeroing-pseudos,-use-fixed-over-scalable-if-equal-cost,-use-reciprocal-square-root,-use-wzr-to-vec-move,-v8.1a,-v8.2a,-v8.3a,-v8.4a,-v8.5a,-v8.6a,-v8.7a,-v8.8a,-v8.9a,-v8a,-v8r,-v9.1a,-v9.2a,-v9.3a,-v9.4a,-v9.5a,-v9.6a,-v9.7a,-v9a,-vh,-wfxt,-xs,-zcm-fpr128,-zcm-fpr32,-zcm-fpr64,-zcm-gpr32,-zcm-gpr64,-zcz-fp-workaround,-zcz-fpr128,-zcz-gpr32,-zcz-gpr64" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+enable-select-opt,+ete,+fp-armv8,+fuse-adrp-add,+fuse-aes,+neon,+trbe,+use-postra-scheduler,-CONTEXTIDREL2,-a320,-addr-lsl-slow-14,-aes,-aggressive-fma,-aggressive-interleaving,-alternate-sextload-cvt-f32-pattern,-altnzcv,-alu-lsl-fast,-am,-amvs,-arith-bcc-fusion,-arith-cbz-fusion,-ascend-store-address,-avoid-ldapur,-balance-fp-ops,-bf16,-brbe,-bti,-btie,-call-saved-x10,-call-saved-x11,-call-saved-x12,-call-saved-x13,-call-saved-x14,-call-saved-x15,-call-saved-x18,-call-saved-x8,-call-saved-x9,-ccdp,-ccidx,-ccpp,-chk,-clrbhb,-cmh,-cmp-bcc-fusion,-cmpbr,-complxnum,-cpa,-crc,-crypto,-cssc,-d128,-disable-fast-inc-vl,-disable-latency-sched-heuristic,-disable-ldp,-disable-maximize-scalable-bandwidth,-disable-stp,-disable-unpredicated-ld-st-lower,-dit,-dotprod,-ecv,-el2vmsa,-el3,-execute-only,-exynos-cheap-as-move,-f16f32dot,-f16f32mm,-f16mm,-f32mm,-f64mm,-f8f16mm,-f8f32mm,-faminmax,-fgt,-fix-cortex-a53-835769,-flagm,-fmv,-force-32bit-jump-tables,-fp16fml,-fp8,-fp8dot2,-fp8dot4,-fp8fma,-fpac,-fprcvt,-fptoint,-fujitsu-monaka,-fullfp16,-fuse-address,-fuse-addsub-2reg-const1,-fuse-arith-logic,-fuse-crypto-eor,-fuse-csel,-fuse-cset,-fuse-literals,-gcie,-gcs,-harden-sls-blr,-harden-sls-nocomdat,-harden-sls-retbr,-hbc,-hcx,-i8mm,-ite,-jsconv,-ldp-aligned-only,-lor,-ls64,-lscp,-lse,-lse128,-lse2,-lsfe,-lsui,-lut,-max-interleave-factor-4,-mec,-mops,-mops-go,-mpam,-mpamv2,-mte,-mtetc,-nmi,-no-bti-at-return-twice,-no-neg-immediates,-no-sve-fp-ld1r,-no-zcz-fpr64,-nv,-occmo,-olympus,-outline-atomics,-pan,-pan-rwv,-pauth,-pauth-lr,-pcdphint,-perfmon,-poe2,-pops,-predictable-select-expensive,-predres,-prfm-slc-target,-rand,-ras,-rasv2,-rcpc,-rcpc-immo,-rcpc3,-rdm,-reserve-lr-for-ra,-reserve-x1,-reserve-x10,-reserve-x11,-reserve-x12,-reserve-x13,-reserve-x14,-reserve-x15,-reserve-x18,-reserve-x2,-reserve-x20,-reserve-x21,-reserve-x22,-reserve-x23,-reserve-x24,-reserve-x25,-reserve-x26,-reserve-x27,-reserve-x28,-reserve-x3,-reserve-x4,-reserve-x5,-reserve-x6,-reserve-x7,-reserve-x9,-rme,-sb,-sel2,-sha2,-sha3,-slow-misaligned-128store,-slow-paired-128,-slow-strqro-store,-sm4,-sme,-sme-b16b16,-sme-f16f16,-sme-f64f64,-sme-f8f16,-sme-f8f32,-sme-fa64,-sme-i16i64,-sme-lutv2,-sme-mop4,-sme-tmop,-sme2,-sme2p1,-sme2p2,-sme2p3,-spe,-spe-eef,-specres2,-specrestrict,-ssbs,-ssve-aes,-ssve-bitperm,-ssve-fexpa,-ssve-fp8dot2,-ssve-fp8dot4,-ssve-fp8fma,-store-pair-suppress,-stp-aligned-only,-strict-align,-sve,-sve-aes,-sve-aes2,-sve-b16b16,-sve-b16mm,-sve-bfscale,-sve-bitperm,-sve-f16f32mm,-sve-sha3,-sve-sm4,-sve2,-sve2-aes,-sve2-bitperm,-sve2-sha3,-sve2-sm4,-sve2p1,-sve2p2,-sve2p3,-tagged-globals,-tev,-the,-tlb-rmi,-tlbid,-tlbiw,-tpidr-el1,-tpidr-el2,-tpidr-el3,-tpidrro-el0,-tracev8.4,-uaops,-use-experimental-zeroing-pseudos,-use-fixed-over-scalable-if-equal-cost,-use-reciprocal-square-root,-use-wzr-to-vec-move,-v8.1a,-v8.2a,-v8.3a,-v8.4a,-v8.5a,-v8.6a,-v8.7a,-v8.8a,-v8.9a,-v8a,-v8r,-v9.1a,-v9.2a,-v9.3a,-v9.4a,-v9.5a,-v9.6a,-v9.7a,-v9a,-vh,-wfxt,-xs,-zcm-fpr128,-zcm-fpr32,-zcm-fpr64,-zcm-gpr32,-zcm-gpr64,-zcz-fp-workaround,-zcz-fpr128,-zcz-gpr32,-zcz-gpr64" }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

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
!10 = distinct !{!10, !11, !12}
!11 = !{!"llvm.loop.mustprogress"}
!12 = !{!"llvm.loop.unroll.disable"}
