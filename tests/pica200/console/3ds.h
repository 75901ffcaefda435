/* What docs/3ds.md uses of libctru, declared for a compiler on any machine. */
#ifndef TEST_3DS_H
#define TEST_3DS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef struct DVLE DVLE_s;
struct DVLE { int type; };
typedef struct { u32 numDVLE; DVLE_s *DVLE; } DVLB_s;
typedef struct { void *vertexShader; } shaderProgram_s;
typedef enum { GPU_VERTEX_SHADER, GPU_GEOMETRY_SHADER } GPU_SHADER_TYPE;
typedef enum { GPU_FLOAT = 3 } GPU_FORMATS;
typedef enum { GPU_TRIANGLES } GPU_Primitive_t;
typedef enum { GPU_PRIMARY_COLOR, GPU_TEXTURE0 = 3 } GPU_TEVSRC;
typedef enum { GPU_MODULATE = 1 } GPU_COMBINEFUNC;

DVLB_s *DVLB_ParseFile(u32 *data, u32 size);
int shaderProgramInit(shaderProgram_s *program);
int shaderProgramSetVsh(shaderProgram_s *program, DVLE_s *dvle);
void *linearAlloc(size_t size);
#endif
