; ModuleID = 'src/wave.c'
source_filename = "src/wave.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local <4 x float> @wave(<4 x float> noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2) local_unnamed_addr #0 !dbg !13 {
    #dbg_value(<4 x float> %0, !25, !DIExpression(), !31)
    #dbg_value(ptr %1, !26, !DIExpression(), !31)
    #dbg_value(ptr %2, !27, !DIExpression(), !31)
  %4 = extractelement <4 x float> %0, i64 0, !dbg !32
  %5 = load <4 x float>, ptr %1, align 16, !dbg !33
  %6 = extractelement <4 x float> %5, i64 1, !dbg !33
  %7 = fmul float %4, %6, !dbg !34
  %8 = extractelement <4 x float> %5, i64 2, !dbg !35
  %9 = fadd float %8, %7, !dbg !36
    #dbg_value(float %9, !28, !DIExpression(), !31)
    #dbg_value(<4 x float> %0, !29, !DIExpression(), !31)
  %10 = tail call float @llvm.sin.f32(float %9), !dbg !37
  %11 = extractelement <4 x float> %5, i64 0, !dbg !38
    #dbg_value(<4 x float> poison, !29, !DIExpression(), !31)
  %12 = tail call float @llvm.cos.f32(float %9), !dbg !39
  %13 = fmul float %11, %12, !dbg !40
    #dbg_value(<4 x float> poison, !29, !DIExpression(), !31)
  %14 = load <4 x float>, ptr %2, align 16, !dbg !41, !tbaa !42
    #dbg_value(<4 x float> poison, !43, !DIExpression(), !49)
    #dbg_value(<4 x float> %14, !48, !DIExpression(), !49)
  %15 = getelementptr inbounds nuw i8, ptr %2, i64 16, !dbg !51
  %16 = load <4 x float>, ptr %15, align 16, !dbg !51, !tbaa !42
    #dbg_value(<4 x float> poison, !43, !DIExpression(), !52)
    #dbg_value(<4 x float> %16, !48, !DIExpression(), !52)
  %17 = getelementptr inbounds nuw i8, ptr %2, i64 32, !dbg !54
  %18 = load <4 x float>, ptr %17, align 16, !dbg !54, !tbaa !42
    #dbg_value(<4 x float> poison, !43, !DIExpression(), !55)
    #dbg_value(<4 x float> %18, !48, !DIExpression(), !55)
  %19 = getelementptr inbounds nuw i8, ptr %2, i64 48, !dbg !57
  %20 = load <4 x float>, ptr %19, align 16, !dbg !57, !tbaa !42
    #dbg_value(<4 x float> poison, !43, !DIExpression(), !58)
    #dbg_value(<4 x float> %20, !48, !DIExpression(), !58)
  %21 = shufflevector <4 x float> %5, <4 x float> poison, <2 x i32> <i32 3, i32 0>, !dbg !60
  %22 = insertelement <2 x float> poison, float %13, i64 0, !dbg !60
  %23 = insertelement <2 x float> %22, float %10, i64 1, !dbg !60
  %24 = fmul <2 x float> %21, %23, !dbg !60
  %25 = shufflevector <4 x float> %0, <4 x float> poison, <2 x i32> <i32 0, i32 1>, !dbg !61
  %26 = fadd <2 x float> %25, %24, !dbg !61
  %27 = shufflevector <2 x float> %26, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>, !dbg !61
  %28 = shufflevector <4 x float> %14, <4 x float> %16, <4 x i32> <i32 1, i32 4, i32 poison, i32 poison>, !dbg !62
  %29 = shufflevector <4 x float> %28, <4 x float> %18, <4 x i32> <i32 0, i32 1, i32 5, i32 poison>, !dbg !62
  %30 = shufflevector <4 x float> %29, <4 x float> %20, <4 x i32> <i32 0, i32 1, i32 2, i32 4>, !dbg !62
  %31 = shufflevector <2 x float> %26, <2 x float> poison, <4 x i32> <i32 1, i32 0, i32 1, i32 0>, !dbg !62
  %32 = fmul <4 x float> %30, %31, !dbg !62
  %33 = shufflevector <4 x float> %14, <4 x float> %16, <4 x i32> <i32 0, i32 5, i32 poison, i32 poison>, !dbg !63
  %34 = shufflevector <4 x float> %33, <4 x float> %18, <4 x i32> <i32 0, i32 1, i32 4, i32 poison>, !dbg !63
  %35 = shufflevector <4 x float> %34, <4 x float> %20, <4 x i32> <i32 0, i32 1, i32 2, i32 5>, !dbg !63
  %36 = fmul <4 x float> %35, %27, !dbg !63
  %37 = fadd <4 x float> %36, %32, !dbg !64
  %38 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>, !dbg !65
  %39 = shufflevector <4 x float> %14, <4 x float> %16, <4 x i32> <i32 2, i32 6, i32 poison, i32 poison>, !dbg !65
  %40 = shufflevector <4 x float> %39, <4 x float> %18, <4 x i32> <i32 0, i32 1, i32 6, i32 poison>, !dbg !65
  %41 = shufflevector <4 x float> %40, <4 x float> %20, <4 x i32> <i32 0, i32 1, i32 2, i32 6>, !dbg !65
  %42 = fmul <4 x float> %38, %41, !dbg !65
  %43 = fadd <4 x float> %42, %37, !dbg !66
  %44 = shufflevector <4 x float> %0, <4 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>, !dbg !67
  %45 = shufflevector <4 x float> %14, <4 x float> %16, <4 x i32> <i32 3, i32 7, i32 poison, i32 poison>, !dbg !67
  %46 = shufflevector <4 x float> %45, <4 x float> %18, <4 x i32> <i32 0, i32 1, i32 7, i32 poison>, !dbg !67
  %47 = shufflevector <4 x float> %46, <4 x float> %20, <4 x i32> <i32 0, i32 1, i32 2, i32 7>, !dbg !67
  %48 = fmul <4 x float> %44, %47, !dbg !67
  %49 = fadd <4 x float> %48, %43, !dbg !68
    #dbg_value(<4 x float> poison, !30, !DIExpression(), !31)
  ret <4 x float> %49, !dbg !69
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sin.f32(float) #1

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.cos.f32(float) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "no-trapping-math"="true" }
attributes #1 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}
!llvm.errno.tbaa = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "src/wave.c", directory: "/work/main/tests/kernels")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"uwtable", i32 2}
!6 = !{i32 7, !"frame-pointer", i32 4}
!7 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!8 = !{!"clang version 22.1.8"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = distinct !DISubprogram(name: "wave", scope: !1, file: !1, line: 4, type: !14, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !24, keyInstructions: true)
!14 = !DISubroutineType(types: !15)
!15 = !{!16, !16, !22, !22}
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4", file: !17, line: 7, baseType: !18)
!17 = !DIFile(filename: "src/gpucc.h", directory: "/work/main/tests/kernels")
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 128, flags: DIFlagVector, elements: !20)
!19 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!20 = !{!21}
!21 = !DISubrange(count: 4)
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !23, size: 64)
!23 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !16)
!24 = !{!25, !26, !27, !28, !29, !30}
!25 = !DILocalVariable(name: "position", arg: 1, scope: !13, file: !1, line: 4, type: !16)
!26 = !DILocalVariable(name: "wave", arg: 2, scope: !13, file: !1, line: 4, type: !22)
!27 = !DILocalVariable(name: "rows", arg: 3, scope: !13, file: !1, line: 4, type: !22)
!28 = !DILocalVariable(name: "angle", scope: !13, file: !1, line: 6, type: !19)
!29 = !DILocalVariable(name: "moved", scope: !13, file: !1, line: 7, type: !16)
!30 = !DILocalVariable(name: "clip", scope: !13, file: !1, line: 10, type: !16)
!31 = !DILocation(line: 0, scope: !13)
!32 = !DILocation(line: 6, column: 19, scope: !13)
!33 = !DILocation(line: 6, column: 32, scope: !13)
!34 = !DILocation(line: 6, column: 30, scope: !13)
!35 = !DILocation(line: 6, column: 42, scope: !13)
!36 = !DILocation(line: 6, column: 40, scope: !13, atomGroup: 1, atomRank: 2)
!37 = !DILocation(line: 8, column: 16, scope: !13)
!38 = !DILocation(line: 8, column: 30, scope: !13)
!39 = !DILocation(line: 9, column: 16, scope: !13)
!40 = !DILocation(line: 9, column: 28, scope: !13)
!41 = !DILocation(line: 10, column: 32, scope: !13)
!42 = !{!11, !11, i64 0}
!43 = !DILocalVariable(name: "a", arg: 1, scope: !44, file: !17, line: 20, type: !16)
!44 = distinct !DISubprogram(name: "dot4", scope: !17, file: !17, line: 20, type: !45, scopeLine: 20, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !47, keyInstructions: true)
!45 = !DISubroutineType(types: !46)
!46 = !{!19, !16, !16}
!47 = !{!43, !48}
!48 = !DILocalVariable(name: "b", arg: 2, scope: !44, file: !17, line: 20, type: !16)
!49 = !DILocation(line: 0, scope: !44, inlinedAt: !50)
!50 = distinct !DILocation(line: 10, column: 20, scope: !13)
!51 = !DILocation(line: 10, column: 54, scope: !13)
!52 = !DILocation(line: 0, scope: !44, inlinedAt: !53)
!53 = distinct !DILocation(line: 10, column: 42, scope: !13)
!54 = !DILocation(line: 10, column: 76, scope: !13)
!55 = !DILocation(line: 0, scope: !44, inlinedAt: !56)
!56 = distinct !DILocation(line: 10, column: 64, scope: !13)
!57 = !DILocation(line: 10, column: 98, scope: !13)
!58 = !DILocation(line: 0, scope: !44, inlinedAt: !59)
!59 = distinct !DILocation(line: 10, column: 86, scope: !13)
!60 = !DILocation(line: 9, column: 38, scope: !13)
!61 = !DILocation(line: 9, column: 13, scope: !13)
!62 = !DILocation(line: 20, column: 71, scope: !44, inlinedAt: !50)
!63 = !DILocation(line: 20, column: 59, scope: !44, inlinedAt: !50)
!64 = !DILocation(line: 20, column: 65, scope: !44, inlinedAt: !50)
!65 = !DILocation(line: 20, column: 83, scope: !44, inlinedAt: !50)
!66 = !DILocation(line: 20, column: 77, scope: !44, inlinedAt: !50)
!67 = !DILocation(line: 20, column: 95, scope: !44, inlinedAt: !50)
!68 = !DILocation(line: 20, column: 89, scope: !44, inlinedAt: !50, atomGroup: 1, atomRank: 2)
!69 = !DILocation(line: 11, column: 5, scope: !13, atomGroup: 5, atomRank: 1)
