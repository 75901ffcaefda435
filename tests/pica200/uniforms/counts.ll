; ModuleID = 't/u.c'
source_filename = "t/u.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @hw(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %loop) local_unnamed_addr #0 {
entry:
  %0 = getelementptr inbounds nuw i8, ptr addrspace(2) %loop, i64 1
  %1 = load i8, ptr addrspace(2) %0, align 1, !tbaa !9
  %2 = load i8, ptr addrspace(2) %loop, align 4, !tbaa !9
  %conv1 = zext i8 %2 to i32
  %3 = getelementptr inbounds nuw i8, ptr addrspace(2) %loop, i64 2
  %4 = load i8, ptr addrspace(2) %3, align 2, !tbaa !9
  %5 = zext i8 %1 to i64
  %6 = zext i8 %4 to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  ret <4 x float> %8

for.body:                                         ; preds = %entry, %for.body
  %indvars.iv = phi i64 [ %5, %entry ], [ %indvars.iv.next, %for.body ]
  %i.011 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %acc.09 = phi <4 x float> [ %col, %entry ], [ %8, %for.body ]
  %arrayidx = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %indvars.iv
  %7 = load <4 x float>, ptr addrspace(2) %arrayidx, align 16, !tbaa !9
  %8 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %pos, <4 x float> %7, <4 x float> %acc.09)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, %6
  %inc = add nuw nsw i32 %i.011, 1
  %exitcond.not = icmp eq i32 %i.011, %conv1
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !10
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #1

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @hw2(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %loop) local_unnamed_addr #0 {
entry:
  %0 = getelementptr inbounds nuw i8, ptr addrspace(2) %loop, i64 1
  %1 = load i8, ptr addrspace(2) %0, align 1, !tbaa !9
  %2 = getelementptr inbounds nuw i8, ptr addrspace(2) %loop, i64 2
  %3 = load i8, ptr addrspace(2) %2, align 2, !tbaa !9
  %4 = load i8, ptr addrspace(2) %loop, align 4, !tbaa !9
  %conv = zext i8 %4 to i64
  %5 = zext i8 %3 to i64
  %6 = zext i8 %1 to i64
  %invariant.gep = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %6
  br label %for.body

for.body:                                         ; preds = %for.body, %entry
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %acc.027 = phi <4 x float> [ %col, %entry ], [ %add12, %for.body ]
  %7 = mul nuw nsw i64 %indvars.iv, %5
  %gep = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %invariant.gep, i64 %7
  %8 = load <4 x float>, ptr addrspace(2) %gep, align 16, !tbaa !9
  %arrayidx11 = getelementptr inbounds nuw i8, ptr addrspace(2) %gep, i64 16
  %9 = load <4 x float>, ptr addrspace(2) %arrayidx11, align 16, !tbaa !9
  %10 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %pos, <4 x float> %8, <4 x float> %9)
  %add12 = fadd <4 x float> %acc.027, %10
  %11 = extractelement <4 x float> %add12, i64 0
  %cmp13 = fcmp ogt float %11, 1.000000e+02
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv, %conv
  %or.cond = select i1 %cmp13, i1 true, i1 %exitcond.not
  br i1 %or.cond, label %cleanup, label %for.body, !llvm.loop !12

cleanup:                                          ; preds = %for.body
  ret <4 x float> %add12
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @down(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %loop) local_unnamed_addr #0 {
entry:
  %0 = load i8, ptr addrspace(2) %loop, align 4
  %conv = zext i8 %0 to i32
  %1 = load <4 x float>, ptr addrspace(2) %lights, align 16, !tbaa !9
  br label %do.body

do.body:                                          ; preds = %do.body, %entry
  %acc.0 = phi <4 x float> [ %col, %entry ], [ %2, %do.body ]
  %n.0 = phi i32 [ %conv, %entry ], [ %dec, %do.body ]
  %2 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %acc.0, <4 x float> %pos, <4 x float> %1)
  %dec = add nsw i32 %n.0, -1
  %cmp.not = icmp eq i32 %n.0, 0
  br i1 %cmp.not, label %do.end, label %do.body, !llvm.loop !13

do.end:                                           ; preds = %do.body
  ret <4 x float> %2
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @number(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %loop) local_unnamed_addr #0 {
entry:
  %0 = load i8, ptr addrspace(2) %loop, align 4, !tbaa !9
  %conv = zext i8 %0 to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  %conv2 = uitofp i8 %0 to float
  %splat.splatinsert = insertelement <4 x float> poison, float %conv2, i64 0
  %splat.splat = shufflevector <4 x float> %splat.splatinsert, <4 x float> poison, <4 x i32> zeroinitializer
  %mul = fmul <4 x float> %splat.splat, %2
  ret <4 x float> %mul

for.body:                                         ; preds = %entry, %for.body
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %acc.07 = phi <4 x float> [ %col, %entry ], [ %2, %for.body ]
  %arrayidx = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %indvars.iv
  %1 = load <4 x float>, ptr addrspace(2) %arrayidx, align 16, !tbaa !9
  %2 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %pos, <4 x float> %1, <4 x float> %acc.07)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv, %conv
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !14
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @less(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %loop) local_unnamed_addr #0 {
entry:
  %0 = load i8, ptr addrspace(2) %loop, align 4, !tbaa !9
  %cmp5.not = icmp eq i8 %0, 0
  br i1 %cmp5.not, label %for.cond.cleanup, label %for.body.preheader

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i8 %0 to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %acc.0.lcssa = phi <4 x float> [ %col, %entry ], [ %2, %for.body ]
  ret <4 x float> %acc.0.lcssa

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %acc.06 = phi <4 x float> [ %col, %for.body.preheader ], [ %2, %for.body ]
  %arrayidx = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %indvars.iv
  %1 = load <4 x float>, ptr addrspace(2) %arrayidx, align 16, !tbaa !9
  %2 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %pos, <4 x float> %1, <4 x float> %acc.06)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !15
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @nested(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %loop, ptr addrspace(2) noundef readonly captures(none) %inner) local_unnamed_addr #0 {
entry:
  %0 = load <4 x i8>, ptr addrspace(2) %loop, align 4, !tbaa !9
  %1 = extractelement <4 x i8> %0, i64 0
  %conv = zext i8 %1 to i32
  %2 = load i8, ptr addrspace(2) %inner, align 4, !tbaa !9
  %conv3 = zext i8 %2 to i32
  %3 = getelementptr inbounds nuw i8, ptr addrspace(2) %inner, i64 1
  %4 = load i8, ptr addrspace(2) %3, align 1, !tbaa !9
  %5 = getelementptr inbounds nuw i8, ptr addrspace(2) %inner, i64 2
  %6 = load i8, ptr addrspace(2) %5, align 2, !tbaa !9
  %7 = zext i8 %6 to i64
  %8 = zext i8 %4 to i64
  %9 = add nuw nsw i32 %conv3, 1
  %wide.trip.count = zext nneg i32 %9 to i64
  %invariant.gep = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %8
  br label %for.body

for.cond16.preheader:                             ; preds = %for.cond.cleanup6
  %10 = extractelement <4 x i8> %0, i64 1
  %idxprom22 = zext i8 %10 to i64
  %arrayidx23 = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %idxprom22
  %11 = load <4 x float>, ptr addrspace(2) %arrayidx23, align 16, !tbaa !9
  br label %for.body21

for.body:                                         ; preds = %entry, %for.cond.cleanup6
  %i.043 = phi i32 [ 0, %entry ], [ %inc13, %for.cond.cleanup6 ]
  %acc.042 = phi <4 x float> [ %col, %entry ], [ %add11, %for.cond.cleanup6 ]
  %mul = fmul <4 x float> %pos, %acc.042
  br label %for.body7

for.cond.cleanup6:                                ; preds = %for.body7
  %inc13 = add nuw nsw i32 %i.043, 1
  %exitcond49.not = icmp eq i32 %i.043, %conv
  br i1 %exitcond49.not, label %for.cond16.preheader, label %for.body, !llvm.loop !16

for.body7:                                        ; preds = %for.body, %for.body7
  %indvars.iv = phi i64 [ 0, %for.body ], [ %indvars.iv.next, %for.body7 ]
  %acc.140 = phi <4 x float> [ %mul, %for.body ], [ %add11, %for.body7 ]
  %12 = mul nuw nsw i64 %indvars.iv, %7
  %gep = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %invariant.gep, i64 %12
  %13 = load <4 x float>, ptr addrspace(2) %gep, align 16, !tbaa !9
  %add11 = fadd <4 x float> %acc.140, %13
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup6, label %for.body7, !llvm.loop !17

for.cond.cleanup20:                               ; preds = %for.body21
  ret <4 x float> %mul24

for.body21:                                       ; preds = %for.cond16.preheader, %for.body21
  %i15.045 = phi i32 [ 0, %for.cond16.preheader ], [ %inc26, %for.body21 ]
  %acc.244 = phi <4 x float> [ %add11, %for.cond16.preheader ], [ %mul24, %for.body21 ]
  %mul24 = fmul <4 x float> %acc.244, %11
  %inc26 = add nuw nsw i32 %i15.045, 1
  %exitcond50.not = icmp eq i32 %i15.045, %conv3
  br i1 %exitcond50.not, label %for.cond.cleanup20, label %for.body21, !llvm.loop !18
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @nested2(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %loop, ptr addrspace(2) noundef readonly captures(none) %inner) local_unnamed_addr #0 {
entry:
  %0 = load i8, ptr addrspace(2) %loop, align 4, !tbaa !9
  %conv = zext i8 %0 to i32
  %1 = load i8, ptr addrspace(2) %inner, align 4, !tbaa !9
  %conv3 = zext i8 %1 to i64
  %2 = getelementptr inbounds nuw i8, ptr addrspace(2) %inner, i64 1
  %3 = load i8, ptr addrspace(2) %2, align 1, !tbaa !9
  %4 = getelementptr inbounds nuw i8, ptr addrspace(2) %inner, i64 2
  %5 = load i8, ptr addrspace(2) %4, align 2, !tbaa !9
  %splat.splat = shufflevector <4 x float> %pos, <4 x float> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %6 = zext i8 %5 to i64
  %7 = zext i8 %3 to i64
  %invariant.gep = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %7
  %8 = load <4 x float>, ptr addrspace(2) %lights, align 16, !tbaa !9
  %neg = fneg <4 x float> %8
  %arrayidx19.1 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 16
  %9 = load <4 x float>, ptr addrspace(2) %arrayidx19.1, align 16, !tbaa !9
  %neg.1 = fneg <4 x float> %9
  %arrayidx19.2 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 32
  %10 = load <4 x float>, ptr addrspace(2) %arrayidx19.2, align 16, !tbaa !9
  %neg.2 = fneg <4 x float> %10
  %arrayidx19.3 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 48
  %11 = load <4 x float>, ptr addrspace(2) %arrayidx19.3, align 16, !tbaa !9
  %neg.3 = fneg <4 x float> %11
  %arrayidx19.4 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 64
  %12 = load <4 x float>, ptr addrspace(2) %arrayidx19.4, align 16, !tbaa !9
  %neg.4 = fneg <4 x float> %12
  %arrayidx19.5 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 80
  %13 = load <4 x float>, ptr addrspace(2) %arrayidx19.5, align 16, !tbaa !9
  %neg.5 = fneg <4 x float> %13
  %arrayidx19.6 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 96
  %14 = load <4 x float>, ptr addrspace(2) %arrayidx19.6, align 16, !tbaa !9
  %neg.6 = fneg <4 x float> %14
  %arrayidx19.7 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 112
  %15 = load <4 x float>, ptr addrspace(2) %arrayidx19.7, align 16, !tbaa !9
  %neg.7 = fneg <4 x float> %15
  %arrayidx19.8 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 128
  %16 = load <4 x float>, ptr addrspace(2) %arrayidx19.8, align 16, !tbaa !9
  %neg.8 = fneg <4 x float> %16
  %arrayidx19.9 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 144
  %17 = load <4 x float>, ptr addrspace(2) %arrayidx19.9, align 16, !tbaa !9
  %neg.9 = fneg <4 x float> %17
  %arrayidx19.10 = getelementptr inbounds nuw i8, ptr addrspace(2) %lights, i64 160
  %18 = load <4 x float>, ptr addrspace(2) %arrayidx19.10, align 16, !tbaa !9
  %neg.10 = fneg <4 x float> %18
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body17.preheader
  ret <4 x float> %31

for.body:                                         ; preds = %entry, %for.body17.preheader
  %i.044 = phi i32 [ 0, %entry ], [ %inc25, %for.body17.preheader ]
  %acc.043 = phi <4 x float> [ %col, %entry ], [ %31, %for.body17.preheader ]
  %mul = fmul <4 x float> %pos, %acc.043
  br label %for.body7

for.body7:                                        ; preds = %for.body, %for.body7
  %indvars.iv = phi i64 [ 0, %for.body ], [ %indvars.iv.next, %for.body7 ]
  %acc.139 = phi <4 x float> [ %mul, %for.body ], [ %add11, %for.body7 ]
  %19 = mul nuw nsw i64 %indvars.iv, %6
  %gep = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %invariant.gep, i64 %19
  %20 = load <4 x float>, ptr addrspace(2) %gep, align 16, !tbaa !9
  %add11 = fadd <4 x float> %acc.139, %20
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv, %conv3
  br i1 %exitcond.not, label %for.body17.preheader, label %for.body7, !llvm.loop !19

for.body17.preheader:                             ; preds = %for.body7
  %21 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg, <4 x float> %splat.splat, <4 x float> %add11)
  %22 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.1, <4 x float> %splat.splat, <4 x float> %21)
  %23 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.2, <4 x float> %splat.splat, <4 x float> %22)
  %24 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.3, <4 x float> %splat.splat, <4 x float> %23)
  %25 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.4, <4 x float> %splat.splat, <4 x float> %24)
  %26 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.5, <4 x float> %splat.splat, <4 x float> %25)
  %27 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.6, <4 x float> %splat.splat, <4 x float> %26)
  %28 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.7, <4 x float> %splat.splat, <4 x float> %27)
  %29 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.8, <4 x float> %splat.splat, <4 x float> %28)
  %30 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.9, <4 x float> %splat.splat, <4 x float> %29)
  %31 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %neg.10, <4 x float> %splat.splat, <4 x float> %30)
  %inc25 = add nuw nsw i32 %i.044, 1
  %exitcond52.not = icmp eq i32 %i.044, %conv
  br i1 %exitcond52.not, label %for.cond.cleanup, label %for.body, !llvm.loop !20
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @strct(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %loop) local_unnamed_addr #0 {
entry:
  %first = getelementptr inbounds nuw i8, ptr addrspace(2) %loop, i64 1
  %0 = load i8, ptr addrspace(2) %first, align 1, !tbaa !21
  %1 = load i8, ptr addrspace(2) %loop, align 1, !tbaa !23
  %conv1 = zext i8 %1 to i32
  %step = getelementptr inbounds nuw i8, ptr addrspace(2) %loop, i64 2
  %2 = load i8, ptr addrspace(2) %step, align 1, !tbaa !24
  %3 = zext i8 %0 to i64
  %4 = zext i8 %2 to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body
  ret <4 x float> %6

for.body:                                         ; preds = %entry, %for.body
  %indvars.iv = phi i64 [ %3, %entry ], [ %indvars.iv.next, %for.body ]
  %i.011 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %acc.09 = phi <4 x float> [ %col, %entry ], [ %6, %for.body ]
  %arrayidx = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %indvars.iv
  %5 = load <4 x float>, ptr addrspace(2) %arrayidx, align 16, !tbaa !9
  %6 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %pos, <4 x float> %5, <4 x float> %acc.09)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, %4
  %inc = add nuw nsw i32 %i.011, 1
  %exitcond.not = icmp eq i32 %i.011, %conv1
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !25
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @bound(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %n) local_unnamed_addr #0 {
entry:
  %0 = load i32, ptr addrspace(2) %n, align 4, !tbaa !5
  %cmp.not4 = icmp slt i32 %0, 0
  br i1 %cmp.not4, label %for.cond.cleanup, label %for.body.preheader

for.body.preheader:                               ; preds = %entry
  %1 = add nuw i32 %0, 1
  %wide.trip.count = zext i32 %1 to i64
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %entry
  %acc.0.lcssa = phi <4 x float> [ %col, %entry ], [ %3, %for.body ]
  ret <4 x float> %acc.0.lcssa

for.body:                                         ; preds = %for.body.preheader, %for.body
  %indvars.iv = phi i64 [ 0, %for.body.preheader ], [ %indvars.iv.next, %for.body ]
  %acc.05 = phi <4 x float> [ %col, %for.body.preheader ], [ %3, %for.body ]
  %arrayidx = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %indvars.iv
  %2 = load <4 x float>, ptr addrspace(2) %arrayidx, align 16, !tbaa !9
  %3 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %pos, <4 x float> %2, <4 x float> %acc.05)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !26
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @mixed(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readnone captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %w) local_unnamed_addr #2 {
entry:
  %0 = load <4 x i8>, ptr addrspace(2) %w, align 4
  %1 = uitofp <4 x i8> %0 to <4 x float>
  %div = fdiv <4 x float> %1, splat (float 2.550000e+02)
  %2 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %pos, <4 x float> %div, <4 x float> %col)
  ret <4 x float> %2
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @sgn(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readnone captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %w) local_unnamed_addr #2 {
entry:
  %0 = load <4 x i8>, ptr addrspace(2) %w, align 4
  %1 = sitofp <4 x i8> %0 to <4 x float>
  %div = fdiv <4 x float> %1, splat (float 1.270000e+02)
  %2 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %pos, <4 x float> %div, <4 x float> %col)
  ret <4 x float> %2
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local <4 x float> @two(<4 x float> noundef %pos, <4 x float> noundef %col, ptr addrspace(2) noundef readonly captures(none) %lights, ptr addrspace(2) noundef readonly captures(none) %loop) local_unnamed_addr #0 {
entry:
  %0 = getelementptr inbounds nuw i8, ptr addrspace(2) %loop, i64 1
  %1 = load i8, ptr addrspace(2) %0, align 1, !tbaa !9
  %2 = load i8, ptr addrspace(2) %loop, align 4, !tbaa !9
  %conv1 = zext i8 %2 to i32
  %3 = getelementptr inbounds nuw i8, ptr addrspace(2) %loop, i64 2
  %4 = load i8, ptr addrspace(2) %3, align 2, !tbaa !9
  %5 = zext i8 %1 to i64
  %6 = zext i8 %4 to i64
  br label %for.body

for.body:                                         ; preds = %entry, %for.body
  %indvars.iv = phi i64 [ %5, %entry ], [ %indvars.iv.next, %for.body ]
  %i.025 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %acc.023 = phi <4 x float> [ %col, %entry ], [ %8, %for.body ]
  %arrayidx = getelementptr inbounds nuw <4 x float>, ptr addrspace(2) %lights, i64 %indvars.iv
  %7 = load <4 x float>, ptr addrspace(2) %arrayidx, align 16, !tbaa !9
  %8 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %pos, <4 x float> %7, <4 x float> %acc.023)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, %6
  %inc = add nuw nsw i32 %i.025, 1
  %exitcond.not = icmp eq i32 %i.025, %conv1
  br i1 %exitcond.not, label %for.body10, label %for.body, !llvm.loop !27

for.cond.cleanup9:                                ; preds = %for.body10
  ret <4 x float> %mul

for.body10:                                       ; preds = %for.body, %for.body10
  %i4.027 = phi i32 [ %inc12, %for.body10 ], [ 0, %for.body ]
  %acc.126 = phi <4 x float> [ %mul, %for.body10 ], [ %8, %for.body ]
  %mul = fmul <4 x float> %pos, %acc.126
  %inc12 = add nuw nsw i32 %i4.027, 1
  %exitcond29.not = icmp eq i32 %i4.027, %conv1
  br i1 %exitcond29.not, label %for.cond.cleanup9, label %for.body10, !llvm.loop !28
}

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: read) uwtable "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "frame-pointer"="non-leaf-no-reserve" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" }

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
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.mustprogress"}
!12 = distinct !{!12, !11}
!13 = distinct !{!13, !11}
!14 = distinct !{!14, !11}
!15 = distinct !{!15, !11}
!16 = distinct !{!16, !11}
!17 = distinct !{!17, !11}
!18 = distinct !{!18, !11}
!19 = distinct !{!19, !11}
!20 = distinct !{!20, !11}
!21 = !{!22, !7, i64 1}
!22 = !{!"B", !7, i64 0, !7, i64 1, !7, i64 2, !7, i64 3}
!23 = !{!22, !7, i64 0}
!24 = !{!22, !7, i64 2}
!25 = distinct !{!25, !11}
!26 = distinct !{!26, !11}
!27 = distinct !{!27, !11}
!28 = distinct !{!28, !11}
