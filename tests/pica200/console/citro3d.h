/* What docs/3ds.md uses of citro3d, declared for a compiler on any machine. */
#ifndef TEST_CITRO3D_H
#define TEST_CITRO3D_H
#include "3ds.h"

typedef struct { float w, z, y, x; } C3D_FVec;
typedef struct { C3D_FVec r[4]; } C3D_Mtx;
typedef struct { int count; } C3D_AttrInfo;
typedef struct { int count; } C3D_BufInfo;
typedef struct { int stage; } C3D_TexEnv;
typedef struct { int size; } C3D_Tex;
typedef enum { C3D_RGB = 1, C3D_Alpha = 2, C3D_Both = 3 } C3D_TexEnvMode;
#define C3D_AspectRatioTop (400.0f / 240.0f)
#define C3D_AngleFromDegrees(angle) ((angle) * 0.0174532925f)

void C3D_BindProgram(shaderProgram_s *program);
C3D_AttrInfo *C3D_GetAttrInfo(void);
void AttrInfo_Init(C3D_AttrInfo *info);
int AttrInfo_AddLoader(C3D_AttrInfo *info, int number, GPU_FORMATS format, int count);
C3D_BufInfo *C3D_GetBufInfo(void);
void BufInfo_Init(C3D_BufInfo *info);
int BufInfo_Add(C3D_BufInfo *info, const void *data, ptrdiff_t stride, int count, u64 order);
void Mtx_Identity(C3D_Mtx *out);
void Mtx_PerspTilt(C3D_Mtx *out, float angle, float aspect, float near, float far, bool left);
void Mtx_Translate(C3D_Mtx *m, float x, float y, float z, bool right);
void Mtx_RotateY(C3D_Mtx *m, float angle, bool right);
void C3D_TexBind(int unit, C3D_Tex *texture);
C3D_TexEnv *C3D_GetTexEnv(int number);
void C3D_TexEnvInit(C3D_TexEnv *env);
void C3D_TexEnvSrc(C3D_TexEnv *env, C3D_TexEnvMode mode, GPU_TEVSRC a, GPU_TEVSRC b, GPU_TEVSRC c);
void C3D_TexEnvFunc(C3D_TexEnv *env, C3D_TexEnvMode mode, GPU_COMBINEFUNC function);
void C3D_FVUnifMtx4x4(GPU_SHADER_TYPE type, int location, const C3D_Mtx *m);
void C3D_FVUnifSet(GPU_SHADER_TYPE type, int location, float x, float y, float z, float w);
void C3D_DrawArrays(GPU_Primitive_t kind, int first, int count);
#endif
