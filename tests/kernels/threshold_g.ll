; ModuleID = 'src/threshold.c'
source_filename = "src/threshold.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux5.10.0-musl"

; Function Attrs: nounwind uwtable
define dso_local <4 x float> @threshold(<2 x float> noundef %0, ptr noundef readonly captures(none) %1) local_unnamed_addr #0 !dbg !13 {
    #dbg_value(<2 x float> %0, !29, !DIExpression(), !33)
    #dbg_value(ptr %1, !30, !DIExpression(), !33)
  %3 = tail call <4 x float> @gpucc.texture.2d(i32 noundef 0, <2 x float> noundef %0) #2, !dbg !34
    #dbg_value(<4 x float> %3, !31, !DIExpression(), !33)
  %4 = extractelement <4 x float> %3, i64 0, !dbg !35
  %5 = fmul float %4, 0x3FD322D0E0000000, !dbg !36
  %6 = shufflevector <4 x float> %3, <4 x float> poison, <2 x i32> <i32 1, i32 2>, !dbg !37
  %7 = fmul <2 x float> %6, <float 0x3FE2C8B440000000, float 0x3FBD2F1AA0000000>, !dbg !37
  %8 = extractelement <2 x float> %7, i64 0, !dbg !38
  %9 = fadd float %5, %8, !dbg !38
  %10 = extractelement <2 x float> %7, i64 1, !dbg !39
  %11 = fadd float %10, %9, !dbg !39
    #dbg_value(float %11, !32, !DIExpression(), !33)
  %12 = load float, ptr %1, align 4, !dbg !40, !tbaa !42
  %13 = fcmp ogt float %11, %12, !dbg !44
  %14 = shufflevector <4 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float poison>, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 7>, !dbg !45
  %15 = shufflevector <4 x float> <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00, float poison>, <4 x float> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 7>, !dbg !45
  %16 = select i1 %13, <4 x float> %14, <4 x float> %15, !dbg !45
  ret <4 x float> %16, !dbg !46
}

declare !dbg !47 dso_local <4 x float> @gpucc.texture.2d(i32 noundef, <2 x float> noundef) local_unnamed_addr #1

attributes #0 = { nounwind uwtable "no-trapping-math"="true" }
attributes #1 = { "no-trapping-math"="true" }
attributes #2 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}
!llvm.errno.tbaa = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "src/threshold.c", directory: "/work/main/tests/kernels")
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
!13 = distinct !DISubprogram(name: "threshold", scope: !1, file: !1, line: 3, type: !14, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !28, keyInstructions: true)
!14 = !DISubroutineType(types: !15)
!15 = !{!16, !22, !26}
!16 = !DIDerivedType(tag: DW_TAG_typedef, name: "float4", file: !17, line: 7, baseType: !18)
!17 = !DIFile(filename: "src/gpucc.h", directory: "/work/main/tests/kernels")
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 128, flags: DIFlagVector, elements: !20)
!19 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!20 = !{!21}
!21 = !DISubrange(count: 4)
!22 = !DIDerivedType(tag: DW_TAG_typedef, name: "float2", file: !17, line: 5, baseType: !23)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 64, flags: DIFlagVector, elements: !24)
!24 = !{!25}
!25 = !DISubrange(count: 2)
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!27 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !19)
!28 = !{!29, !30, !31, !32}
!29 = !DILocalVariable(name: "uv", arg: 1, scope: !13, file: !1, line: 3, type: !22)
!30 = !DILocalVariable(name: "limit", arg: 2, scope: !13, file: !1, line: 3, type: !26)
!31 = !DILocalVariable(name: "colour", scope: !13, file: !1, line: 5, type: !16)
!32 = !DILocalVariable(name: "luminance", scope: !13, file: !1, line: 6, type: !19)
!33 = !DILocation(line: 0, scope: !13)
!34 = !DILocation(line: 5, column: 21, scope: !13, atomGroup: 1, atomRank: 2)
!35 = !DILocation(line: 6, column: 23, scope: !13)
!36 = !DILocation(line: 6, column: 32, scope: !13)
!37 = !DILocation(line: 6, column: 72, scope: !13)
!38 = !DILocation(line: 6, column: 41, scope: !13)
!39 = !DILocation(line: 6, column: 61, scope: !13, atomGroup: 2, atomRank: 2)
!40 = !DILocation(line: 7, column: 21, scope: !41)
!41 = distinct !DILexicalBlock(scope: !13, file: !1, line: 7, column: 9)
!42 = !{!43, !43, i64 0}
!43 = !{!"float", !11, i64 0}
!44 = !DILocation(line: 7, column: 19, scope: !41, atomGroup: 3, atomRank: 2)
!45 = !DILocation(line: 7, column: 19, scope: !41, atomGroup: 3, atomRank: 1)
!46 = !DILocation(line: 10, column: 1, scope: !13, atomGroup: 6, atomRank: 1)
!47 = !DISubprogram(name: "texture2d", linkageName: "gpucc.texture.2d", scope: !17, file: !17, line: 10, type: !48, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!48 = !DISubroutineType(types: !49)
!49 = !{!16, !50, !22}
!50 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
