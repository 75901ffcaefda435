/* Draws three vertices with a pair of shaders on a context without a window: mesa_draw A.vert B.frag.
 *
 * Every attribute and uniform gets numbers that tell where they came from; standard output names each active uniform
 * with the place of its first number in NUMBERS. benchmarks/mesa.py runs it under Mesa's no-op driver. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 64
#define NUMBERS 4096
#define STEP 8

static float numbers[NUMBERS];
static unsigned char pixels[SIZE * SIZE * 4];

static char *contents(const char *name) {
    FILE *file = fopen(name, "rb");
    long size;
    char *text;
    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0) {
        perror(name);
        exit(2);
    }
    rewind(file);
    text = calloc(size + 1, 1);
    if (!text || fread(text, 1, size, file) != (size_t)size) {
        perror(name);
        exit(2);
    }
    fclose(file);
    return text;
}

static GLuint compiled(GLenum stage, const char *name) {
    const char *text = contents(name);
    GLuint shader = glCreateShader(stage);
    GLint done;
    char log[4096];
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (!done) {
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fprintf(stderr, "%s: %s\n", name, log);
        exit(1);
    }
    return shader;
}

static GLuint linked(const char *vertex, const char *fragment) {
    GLuint program = glCreateProgram();
    GLint done;
    char log[4096];
    glAttachShader(program, compiled(GL_VERTEX_SHADER, vertex));
    glAttachShader(program, compiled(GL_FRAGMENT_SHADER, fragment));
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (!done) {
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        fprintf(stderr, "%s and %s: %s\n", vertex, fragment, log);
        exit(1);
    }
    glUseProgram(program);
    return program;
}

static void texture(GLenum kind, GLint unit) {
    GLuint name;
    GLenum first = kind == GL_TEXTURE_2D ? kind : GL_TEXTURE_CUBE_MAP_POSITIVE_X;
    int faces = kind == GL_TEXTURE_2D ? 1 : 6, i;
    glActiveTexture(GL_TEXTURE0 + unit);
    glGenTextures(1, &name);
    glBindTexture(kind, name);
    for (i = 0; i < faces; i++)
        glTexImage2D(first + i, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
}

static void set_attributes(GLuint program) {
    GLint count, size, i, k;
    glGetProgramiv(program, GL_ACTIVE_ATTRIBUTES, &count);
    for (i = 0; i < count; i++) {
        char name[256];
        GLenum type;
        GLint place, columns;
        glGetActiveAttrib(program, i, sizeof name, NULL, &size, &type, name);
        place = glGetAttribLocation(program, name);
        columns = type == GL_FLOAT_MAT2 ? 2 : type == GL_FLOAT_MAT3 ? 3 : type == GL_FLOAT_MAT4 ? 4 : 1;
        for (k = 0; k < columns * size; k++) {
            glEnableVertexAttribArray(place + k);
            glVertexAttribPointer(place + k, 4, GL_FLOAT, GL_FALSE, 0, numbers + 16 * (place + k));
        }
    }
}

static void set_uniforms(GLuint program) {
    GLint count, size, i, k, unit = 0;
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    for (i = 0; i < count; i++) {
        char name[256];
        GLenum type;
        GLint place;
        const float *from = numbers + STEP * i;
        GLint whole[] = {1, 2, 1, 3, 1, 2, 1, 3};
        glGetActiveUniform(program, i, sizeof name, NULL, &size, &type, name);
        place = glGetUniformLocation(program, name);
        printf("uniform %s %d\n", name, STEP * i);
        switch (type) {
        case GL_FLOAT: glUniform1fv(place, size, from); break;
        case GL_FLOAT_VEC2: glUniform2fv(place, size, from); break;
        case GL_FLOAT_VEC3: glUniform3fv(place, size, from); break;
        case GL_FLOAT_VEC4: glUniform4fv(place, size, from); break;
        case GL_FLOAT_MAT2: glUniformMatrix2fv(place, size, GL_FALSE, from); break;
        case GL_FLOAT_MAT3: glUniformMatrix3fv(place, size, GL_FALSE, from); break;
        case GL_FLOAT_MAT4: glUniformMatrix4fv(place, size, GL_FALSE, from); break;
        case GL_INT: case GL_BOOL: glUniform1iv(place, size < 8 ? size : 8, whole); break;
        case GL_SAMPLER_2D: case GL_SAMPLER_CUBE:
            for (k = 0; k < size; k++, unit++) {
                texture(type == GL_SAMPLER_2D ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP, unit);
                glUniform1iv(place + k, 1, &unit);
            }
            break;
        default: fprintf(stderr, "the uniform %s has a type that nothing here sets\n", name); exit(1);
        }
    }
}

static void draw_to_texture(void) {
    GLuint target, frame;
    glGenTextures(1, &target);
    glBindTexture(GL_TEXTURE_2D, target);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
}

int main(int count, char **words) {
    EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EGLint found = 0;
    EGLConfig config;
    EGLDisplay display;
    GLuint program;
    int i;
    if (count != 3) {
        fprintf(stderr, "usage: mesa_draw A.vert B.frag\n");
        return 2;
    }
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (!eglInitialize(display, NULL, NULL) || !eglChooseConfig(display, wanted, &config, 1, &found) || !found) {
        fprintf(stderr, "there is no EGL display\n");
        return 2;
    }
    eglBindAPI(EGL_OPENGL_ES_API);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                   eglCreateContext(display, config, EGL_NO_CONTEXT, version));
    printf("%s\n%s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));
    for (i = 0; i < NUMBERS; i++)
        numbers[i] = (float)i + 0.25f;
    draw_to_texture();
    program = linked(words[1], words[2]);
    set_attributes(program);
    set_uniforms(program);
    glViewport(0, 0, SIZE, SIZE);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    return glGetError() != GL_NO_ERROR;
}
