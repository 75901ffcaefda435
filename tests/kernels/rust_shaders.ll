; ModuleID = 'rust_shaders.3927271c8a7ef129-cgu.0'
source_filename = "rust_shaders.3927271c8a7ef129-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable
define void @rust_lambert(float noundef %nx, float noundef %ny, float noundef %nz, ptr noalias noundef readonly align 4 captures(none) dereferenceable(16) %light, ptr noalias noundef readonly align 4 captures(none) dereferenceable(16) %colour, ptr noalias noundef writeonly align 4 captures(none) dereferenceable(16) initializes((0, 16)) %out) unnamed_addr #0 personality ptr @rust_eh_personality {
bb2:
  %_10 = fmul float %nx, %nx
  %_11 = fmul float %ny, %ny
  %_9 = fadd float %_10, %_11
  %_12 = fmul float %nz, %nz
  %_8 = fadd float %_9, %_12
  %0 = tail call float @llvm.sqrt.f32(float %_8)
  %_17 = load float, ptr %light, align 4, !noundef !3
  %_16 = fmul float %nx, %_17
  %1 = getelementptr inbounds nuw i8, ptr %light, i64 4
  %2 = load <2 x float>, ptr %1, align 4
  %3 = insertelement <2 x float> poison, float %ny, i64 0
  %4 = insertelement <2 x float> %3, float %nz, i64 1
  %5 = fmul <2 x float> %4, %2
  %6 = extractelement <2 x float> %5, i64 0
  %_15 = fadd float %_16, %6
  %7 = extractelement <2 x float> %5, i64 1
  %_14 = fadd float %_15, %7
  %8 = fdiv float %_14, %0
  %9 = tail call float @llvm.maxnum.f32(float %8, float 0.000000e+00)
  %10 = load <4 x float>, ptr %colour, align 4, !alias.scope !4, !noalias !7
  %11 = insertelement <4 x float> poison, float %9, i64 0
  %12 = shufflevector <4 x float> %11, <4 x float> poison, <4 x i32> zeroinitializer
  %13 = fmul <4 x float> %10, %12
  store <4 x float> %13, ptr %out, align 4
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: write) uwtable
define void @rust_modes(float noundef %a, float noundef %b, i32 noundef %mode, ptr noalias noundef writeonly align 4 captures(none) dereferenceable(16) initializes((0, 16)) %out) unnamed_addr #1 {
start:
  switch i32 %mode, label %bb2 [
    i32 0, label %bb8
    i32 1, label %bb6
    i32 2, label %bb5
    i32 3, label %bb5
  ]

bb2:                                              ; preds = %start
  %0 = and i32 %mode, -4
  %or.cond = icmp eq i32 %0, 4
  br i1 %or.cond, label %bb3, label %bb1

bb6:                                              ; preds = %start
  %1 = fadd float %a, %b
  br label %bb8

bb5:                                              ; preds = %start, %start
  %2 = fmul float %a, %b
  br label %bb8

bb8:                                              ; preds = %start, %bb3, %bb1, %bb5, %bb6
  %value.sroa.0.0 = phi float [ %7, %bb3 ], [ %6, %bb1 ], [ %2, %bb5 ], [ %1, %bb6 ], [ %a, %start ]
  %_10 = fmul float %value.sroa.0.0, 5.000000e-01
  %_12 = fsub float 1.000000e+00, %value.sroa.0.0
  store float %value.sroa.0.0, ptr %out, align 4
  %3 = getelementptr inbounds nuw i8, ptr %out, i64 4
  store float %_10, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %out, i64 8
  store float %_12, ptr %4, align 4
  %5 = getelementptr inbounds nuw i8, ptr %out, i64 12
  store float 1.000000e+00, ptr %5, align 4
  ret void

bb1:                                              ; preds = %bb2
  %_8 = fsub float %a, %b
  %6 = tail call float @llvm.fabs.f32(float %_8)
  br label %bb8

bb3:                                              ; preds = %bb2
  %7 = tail call float @llvm.minnum.f32(float %a, float %b)
  br label %bb8
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: read) uwtable
define noundef float @rust_newton(float noundef %x, ptr noalias noundef readonly align 4 captures(none) dereferenceable(4) %start1) unnamed_addr #2 {
start:
  %0 = tail call float @llvm.fabs.f32(float %x)
  %target = fadd float %0, 5.000000e-01
  %1 = load float, ptr %start1, align 4, !noundef !3
  %_6 = fmul float %1, %1
  %error = fsub float %_6, %target
  %2 = tail call float @llvm.fabs.f32(float %error)
  %_9 = fcmp olt float %2, 0x3F50624DE0000000
  br i1 %_9, label %bb4, label %bb3

bb4:                                              ; preds = %bb3.3, %bb3.2, %bb3.1, %bb3, %start
  %guess.sroa.0.0.lcssa = phi float [ %1, %start ], [ %9, %bb3.3 ], [ %3, %bb3 ], [ %7, %bb3.2 ], [ %5, %bb3.1 ]
  ret float %guess.sroa.0.0.lcssa

bb3:                                              ; preds = %start
  %_11 = fmul float %error, 2.500000e-01
  %3 = fsub float %1, %_11
  %_6.1 = fmul float %3, %3
  %error.1 = fsub float %_6.1, %target
  %4 = tail call float @llvm.fabs.f32(float %error.1)
  %_9.1 = fcmp olt float %4, 0x3F50624DE0000000
  br i1 %_9.1, label %bb4, label %bb3.1

bb3.1:                                            ; preds = %bb3
  %_11.1 = fmul float %error.1, 2.500000e-01
  %5 = fsub float %3, %_11.1
  %_6.2 = fmul float %5, %5
  %error.2 = fsub float %_6.2, %target
  %6 = tail call float @llvm.fabs.f32(float %error.2)
  %_9.2 = fcmp olt float %6, 0x3F50624DE0000000
  br i1 %_9.2, label %bb4, label %bb3.2

bb3.2:                                            ; preds = %bb3.1
  %_11.2 = fmul float %error.2, 2.500000e-01
  %7 = fsub float %5, %_11.2
  %_6.3 = fmul float %7, %7
  %error.3 = fsub float %_6.3, %target
  %8 = tail call float @llvm.fabs.f32(float %error.3)
  %_9.3 = fcmp olt float %8, 0x3F50624DE0000000
  br i1 %_9.3, label %bb4, label %bb3.3

bb3.3:                                            ; preds = %bb3.2
  %_11.3 = fmul float %error.3, 2.500000e-01
  %9 = fsub float %7, %_11.3
  br label %bb4
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: write) uwtable
define void @rust_quantise(float noundef %u, float noundef %v, ptr noalias noundef writeonly align 4 captures(none) dereferenceable(16) initializes((0, 16)) %out) unnamed_addr #1 personality ptr @rust_eh_personality {
bb2:
  %_5 = fmul float %u, 1.000000e+01
  %column = tail call i32 @llvm.fptosi.sat.i32.f32(float %_5)
  %_7 = fmul float %v, 1.000000e+01
  %row = tail call i32 @llvm.fptosi.sat.i32.f32(float %_7)
  %_10 = mul i32 %row, 3
  %_9 = add i32 %_10, %column
  %r.i = srem i32 %_9, 7
  %_8.i = icmp slt i32 %r.i, 0
  %0 = add nsw i32 %r.i, 7
  %spec.select.i = select i1 %_8.i, i32 %0, i32 %r.i
  %1 = tail call i32 @llvm.smax.i32(i32 %column, i32 0)
  %_0.sroa.0.0.i = tail call noundef range(i32 0, 10) i32 @llvm.umin.i32(i32 %1, i32 9)
  %_11 = uitofp nneg i32 %spec.select.i to float
  %_12 = uitofp nneg i32 %_0.sroa.0.0.i to float
  %_16 = tail call i8 @llvm.scmp.i8.i32(i32 %row, i32 0)
  %_14 = sitofp i8 %_16 to float
  store float %_11, ptr %out, align 4
  %2 = getelementptr inbounds nuw i8, ptr %out, i64 4
  store float %_12, ptr %2, align 4
  %3 = getelementptr inbounds nuw i8, ptr %out, i64 8
  store float %_14, ptr %3, align 4
  %4 = getelementptr inbounds nuw i8, ptr %out, i64 12
  store float 1.000000e+00, ptr %4, align 4
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: read) uwtable
define { double, double } @rust_struct(float noundef %r, float noundef %g, float noundef %b, ptr noalias noundef readonly align 4 captures(none) dereferenceable(4) %gain) unnamed_addr #2 personality ptr @rust_eh_personality {
bb3:
  %_0.sroa.3 = alloca double, align 8
  %_7 = fmul float %r, 0x3FD3333340000000
  %_8 = fmul float %g, 0x3FE3333340000000
  %_6 = fadd float %_7, %_8
  %_9 = fmul float %b, 0x3FB99999A0000000
  %grey = fadd float %_6, %_9
  %_18 = load float, ptr %gain, align 4, !noundef !3
  %_24 = fsub float %b, %grey
  %_23 = fmul float %_24, %_18
  %_22 = fadd float %grey, %_23
  %_7.i6 = fcmp olt float %_22, 0.000000e+00
  %self.sroa.0.0.i7 = select i1 %_7.i6, float 0.000000e+00, float %_22
  %_9.i8 = fcmp ogt float %self.sroa.0.0.i7, 1.000000e+00
  %self.sroa.0.1.i9 = select i1 %_9.i8, float 1.000000e+00, float %self.sroa.0.0.i7
  %0 = insertelement <2 x float> poison, float %r, i64 0
  %1 = insertelement <2 x float> %0, float %g, i64 1
  %2 = insertelement <2 x float> poison, float %grey, i64 0
  %3 = shufflevector <2 x float> %2, <2 x float> poison, <2 x i32> zeroinitializer
  %4 = fsub <2 x float> %1, %3
  %5 = insertelement <2 x float> poison, float %_18, i64 0
  %6 = shufflevector <2 x float> %5, <2 x float> poison, <2 x i32> zeroinitializer
  %7 = fmul <2 x float> %4, %6
  %8 = fadd <2 x float> %3, %7
  %9 = fcmp olt <2 x float> %8, zeroinitializer
  %10 = select <2 x i1> %9, <2 x float> zeroinitializer, <2 x float> %8
  %11 = fcmp ogt <2 x float> %10, splat (float 1.000000e+00)
  %12 = select <2 x i1> %11, <2 x float> splat (float 1.000000e+00), <2 x float> %10
  store float %self.sroa.0.1.i9, ptr %_0.sroa.3, align 8
  %_0.sroa.3.4..sroa_idx12 = getelementptr inbounds nuw i8, ptr %_0.sroa.3, i64 4
  store float 1.000000e+00, ptr %_0.sroa.3.4..sroa_idx12, align 4
  %_0.sroa.0.0._0.sroa.0.0._0.sroa.0.0._0.sroa.0.0..fca.0.load.cast = bitcast <2 x float> %12 to double
  %.fca.0.insert = insertvalue { double, double } poison, double %_0.sroa.0.0._0.sroa.0.0._0.sroa.0.0._0.sroa.0.0..fca.0.load.cast, 0
  %_0.sroa.3.0._0.sroa.3.0._0.sroa.3.0._0.sroa.3.0._0.sroa.3.8..fca.1.load = load double, ptr %_0.sroa.3, align 8
  %.fca.1.insert = insertvalue { double, double } %.fca.0.insert, double %_0.sroa.3.0._0.sroa.3.0._0.sroa.3.0._0.sroa.3.0._0.sroa.3.8..fca.1.load, 1
  ret { double, double } %.fca.1.insert
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable
define void @rust_weights(ptr noalias noundef readonly align 4 captures(none) dereferenceable(16) %value, ptr noalias noundef readonly align 4 captures(none) dereferenceable(16) %weight, ptr noalias noundef readonly align 4 captures(none) dereferenceable(32) %bias, ptr noalias noundef writeonly align 4 captures(none) dereferenceable(16) initializes((0, 16)) %out) unnamed_addr #0 personality ptr @rust_eh_personality {
bb14.lr.ph.i:
  %_16.0.val.i = load float, ptr %value, align 4, !noalias !10, !noundef !3
  %_16.1.val.i = load float, ptr %weight, align 4, !noalias !10, !noundef !3
  %_3.i.i.i.1 = getelementptr inbounds nuw i8, ptr %value, i64 4
  %_3.i2.i.i.1 = getelementptr inbounds nuw i8, ptr %weight, i64 4
  %_16.0.val.i.1 = load float, ptr %_3.i.i.i.1, align 4, !noalias !10, !noundef !3
  %_16.1.val.i.1 = load float, ptr %_3.i2.i.i.1, align 4, !noalias !10, !noundef !3
  %_3.i.i.i.2 = getelementptr inbounds nuw i8, ptr %value, i64 8
  %_3.i2.i.i.2 = getelementptr inbounds nuw i8, ptr %weight, i64 8
  %_16.0.val.i.2 = load float, ptr %_3.i.i.i.2, align 4, !noalias !10, !noundef !3
  %_16.1.val.i.2 = load float, ptr %_3.i2.i.i.2, align 4, !noalias !10, !noundef !3
  %_3.i.i.i.3 = getelementptr inbounds nuw i8, ptr %value, i64 12
  %_3.i2.i.i.3 = getelementptr inbounds nuw i8, ptr %weight, i64 12
  %_16.0.val.i.3 = load float, ptr %_3.i.i.i.3, align 4, !noalias !10, !noundef !3
  %_16.1.val.i.3 = load float, ptr %_3.i2.i.i.3, align 4, !noalias !10, !noundef !3
  %_45.val.i = load float, ptr %bias, align 4, !noundef !3
  %0 = tail call noundef float @llvm.maxnum.f32(float %_45.val.i, float 0.000000e+00)
  %_45.i.1 = getelementptr inbounds nuw i8, ptr %bias, i64 4
  %_45.val.i.1 = load float, ptr %_45.i.1, align 4, !noundef !3
  %1 = tail call noundef float @llvm.maxnum.f32(float %0, float %_45.val.i.1)
  %_45.i.2 = getelementptr inbounds nuw i8, ptr %bias, i64 8
  %_45.val.i.2 = load float, ptr %_45.i.2, align 4, !noundef !3
  %2 = tail call noundef float @llvm.maxnum.f32(float %1, float %_45.val.i.2)
  %_45.i.3 = getelementptr inbounds nuw i8, ptr %bias, i64 12
  %_45.val.i.3 = load float, ptr %_45.i.3, align 4, !noundef !3
  %3 = tail call noundef float @llvm.maxnum.f32(float %2, float %_45.val.i.3)
  %_45.i.4 = getelementptr inbounds nuw i8, ptr %bias, i64 16
  %_45.val.i.4 = load float, ptr %_45.i.4, align 4, !noundef !3
  %4 = tail call noundef float @llvm.maxnum.f32(float %3, float %_45.val.i.4)
  %_45.i.5 = getelementptr inbounds nuw i8, ptr %bias, i64 20
  %_45.val.i.5 = load float, ptr %_45.i.5, align 4, !noundef !3
  %5 = tail call noundef float @llvm.maxnum.f32(float %4, float %_45.val.i.5)
  %_45.i.6 = getelementptr inbounds nuw i8, ptr %bias, i64 24
  %_45.val.i.6 = load float, ptr %_45.i.6, align 4, !noundef !3
  %6 = tail call noundef float @llvm.maxnum.f32(float %5, float %_45.val.i.6)
  %_45.i.7 = getelementptr inbounds nuw i8, ptr %bias, i64 28
  %_45.val.i.7 = load float, ptr %_45.i.7, align 4, !noundef !3
  %7 = tail call noundef float @llvm.maxnum.f32(float %6, float %_45.val.i.7)
  %_0.i.i.i = fmul float %_16.0.val.i, %_16.1.val.i
  %_0.i.i.i.1 = fmul float %_16.0.val.i.1, %_16.1.val.i.1
  %_0.i1.i.i.1 = fadd float %_0.i.i.i, %_0.i.i.i.1
  %_0.i.i.i.2 = fmul float %_16.0.val.i.2, %_16.1.val.i.2
  %_0.i1.i.i.2 = fadd float %_0.i1.i.i.1, %_0.i.i.i.2
  %_0.i.i.i.3 = fmul float %_16.0.val.i.3, %_16.1.val.i.3
  %_0.i1.i.i.3 = fadd float %_0.i1.i.i.2, %_0.i.i.i.3
  %8 = tail call float @llvm.maxnum.f32(float %_0.i1.i.i.3, float %7)
  store float %_0.i1.i.i.3, ptr %out, align 4
  %9 = getelementptr inbounds nuw i8, ptr %out, i64 4
  store float %7, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %out, i64 8
  store float %8, ptr %10, align 4
  %11 = getelementptr inbounds nuw i8, ptr %out, i64 12
  store float 1.000000e+00, ptr %11, align 4
  ret void
}

; Function Attrs: nounwind nonlazybind uwtable
declare noundef range(i32 0, 10) i32 @rust_eh_personality(i32 noundef, i32 noundef, i64 noundef, ptr noundef, ptr noundef) unnamed_addr #3

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fptosi.sat.i32.f32(float) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare range(i8 -1, 2) i8 @llvm.scmp.i8.i32(i32, i32) #4

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #5

attributes #0 = { mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: readwrite) uwtable }
attributes #1 = { mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: write) uwtable }
attributes #2 = { mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: read) uwtable }
attributes #3 = { nounwind nonlazybind uwtable }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!2}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!3 = !{}
!4 = !{!5}
!5 = distinct !{!5, !6, !"_ZN4core5array40_$LT$impl$u20$$u5b$T$u3b$$u20$N$u5d$$GT$7try_map17h988d7dde2d36c429E: %self"}
!6 = distinct !{!6, !"_ZN4core5array40_$LT$impl$u20$$u5b$T$u3b$$u20$N$u5d$$GT$7try_map17h988d7dde2d36c429E"}
!7 = !{!8, !9}
!8 = distinct !{!8, !6, !"_ZN4core5array40_$LT$impl$u20$$u5b$T$u3b$$u20$N$u5d$$GT$7try_map17h988d7dde2d36c429E: %_0"}
!9 = distinct !{!9, !6, !"_ZN4core5array40_$LT$impl$u20$$u5b$T$u3b$$u20$N$u5d$$GT$7try_map17h988d7dde2d36c429E: argument 2"}
!10 = !{!11}
!11 = distinct !{!11, !12, !"_ZN111_$LT$core..iter..adapters..zip..Zip$LT$A$C$B$GT$$u20$as$u20$core..iter..adapters..zip..ZipImpl$LT$A$C$B$GT$$GT$4fold17h9ae64ce369e52646E: %self"}
!12 = distinct !{!12, !"_ZN111_$LT$core..iter..adapters..zip..Zip$LT$A$C$B$GT$$u20$as$u20$core..iter..adapters..zip..ZipImpl$LT$A$C$B$GT$$GT$4fold17h9ae64ce369e52646E"}
