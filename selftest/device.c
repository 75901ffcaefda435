/* Runs the self-tests of this folder on the chip of this machine, and says which facts hold there.
 *
 *     cc -O1 -o selftest device.c -lEGL -lGLESv2
 *     ./selftest [NAME ...]
 *
 * It needs OpenGL ES 2.0 and EGL, and no window. With ARM's driver it loads MBS files. With Mesa's driver for lima it
 * draws each pair of shaders twice: first a stand-in, which Mesa compiles and keeps in a cache of its own (below run/);
 * then with entries in that cache whose programs are the test's. With any other driver only the stand-ins are drawn,
 * which tests this program and the driver, and no fact.
 *
 * Exit code: 0 all tests are right, 1 one is wrong, 2 something is missing, 3 only stand-ins were drawn. */
#define _POSIX_C_SOURCE 200809L
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define MALI_SHADER_BINARY 0x8F60 /* GL_MALI_SHADER_BINARY_ARM */
#define SIZE 16                   /* of the picture; of that of a test by the clock: */
#define LARGE 512
#define ATTRIBUTES 4
#define ROWS 4096
#define TEXTURES 2
#define LEVELS 4
#define SIDE 8 /* of the largest level of a texture */
#define WAYS 8
#define TOLERANCE 2 /* of a byte; colours that are told apart differ by 8 */
#define REPEATS 50
#define SHORTEST 0.01 /* seconds that tell something */
#define KEY 40

static const int STAND_IN[4] = {51, 102, 153, 204};
/* the picture before, where a test does not say; it should not be seen */
static const int FRAME[4] = {255, 0, 255, 255};

struct selftest {
    char name[64], only[16], means[WAYS][160];
    int attributes, rows, textures, levels[TEXTURES], ways, clock;
    float attribute[ATTRIBUTES][12], row[ROWS][4];
    int level[TEXTURES][LEVELS][4], frame[4], expected[4], way[WAYS][4];
};

/* what a run of this program for one test says */
struct seen {
    char renderer[128], key[2][KEY + 1];
    int binaries, same, color[4], keys, found, refused;
    double seconds;
};

static struct selftest test;

static void fail(const char *what, const char *name) {
    fprintf(stderr, "selftest: %s: %s\n", name, what);
    exit(2);
}

static unsigned char *contents(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    unsigned char *bytes;
    long length;
    if (!file || fseek(file, 0, SEEK_END) || (length = ftell(file)) < 0)
        fail(strerror(errno), name);
    rewind(file);
    bytes = calloc((size_t)length + 1, 1);
    if (!bytes || fread(bytes, 1, (size_t)length, file) != (size_t)length)
        fail("cannot be read", name);
    fclose(file);
    *size = (size_t)length;
    return bytes;
}

/* tests.txt ------------------------------------------------------------------------------------------------------- */

static int four(const char *text, int *to) {
    return sscanf(text, "%d %d %d %d", &to[0], &to[1], &to[2], &to[3]) == 4;
}

static void read_attribute(const char *text) {
    float *to = test.attribute[test.attributes];
    int i, used;
    for (i = 0; i < 12; i++, text += used)
        if (sscanf(text, "%f%n", &to[i], &used) != 1)
            fail("an attribute has 12 numbers", test.name);
    test.attributes++;
}

/* The next test of the file; 0 at its end. */
static int next_test(FILE *file) {
    static char line[512], first[64];
    int started = 0, used, k;
    long before = ftell(file);
    memset(&test, 0, sizeof test);
    memcpy(test.frame, FRAME, sizeof FRAME);
    while (fgets(line, sizeof line, file)) {
        const char *rest;
        line[strcspn(line, "\n")] = 0;
        if (line[0] == '#' || sscanf(line, "%63s %n", first, &used) != 1)
            continue;
        rest = line + used;
        if (!strcmp(first, "test")) {
            if (started++) {
                fseek(file, before, SEEK_SET);
                return 1;
            }
            snprintf(test.name, sizeof test.name, "%s", rest);
        } else if (!strcmp(first, "only")) {
            snprintf(test.only, sizeof test.only, "%s", rest);
        } else if (!strcmp(first, "clock")) {
            test.clock = 1;
        } else if (!strcmp(first, "attribute") && test.attributes < ATTRIBUTES) {
            read_attribute(rest);
        } else if (!strcmp(first, "uniform") && test.rows < ROWS) {
            float *to = test.row[test.rows++];
            sscanf(rest, "%f %f %f %f", &to[0], &to[1], &to[2], &to[3]);
        } else if (!strcmp(first, "texture") && test.textures < TEXTURES) {
            test.textures++;
        } else if (!strcmp(first, "level") && test.textures && test.levels[test.textures - 1] < LEVELS) {
            k = test.textures - 1;
            four(rest, test.level[k][test.levels[k]++]);
        } else if (!strcmp(first, "frame")) {
            four(rest, test.frame);
        } else if (!strcmp(first, "expect")) {
            four(rest, test.expected);
        } else if (!strcmp(first, "otherwise") && test.ways < WAYS) {
            four(rest, test.way[test.ways]);
            for (k = 0; k < 4; k++)
                rest += strcspn(rest, " ") + (rest[strcspn(rest, " ")] == ' ');
            snprintf(test.means[test.ways++], sizeof test.means[0], "%s", rest);
        } else {
            fail("tests.txt has a line that is not understood", line);
        }
        before = ftell(file);
    }
    return started;
}

/* drawing: in a process of its own for each test ------------------------------------------------------------------ */

static void start_egl(void) {
    static const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                                    EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    static const EGLint shape[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    const char *known = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLSurface surface;
    EGLContext context;
    EGLConfig config;
    EGLint count = 0;
    if (known && strstr(known, "EGL_MESA_platform_surfaceless")) {
        PFNEGLGETPLATFORMDISPLAYEXTPROC display_of =
            (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
        if (display_of)
            display = display_of(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    }
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
        display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
        if (!eglInitialize(display, NULL, NULL))
            fail("there is no display", "EGL");
    }
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || !count)
        fail("no configuration has OpenGL ES 2.0 and a buffer", "EGL");
    eglBindAPI(EGL_OPENGL_ES_API);
    surface = eglCreatePbufferSurface(display, config, shape);
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (!eglMakeCurrent(display, surface, surface, context))
        fail("the context cannot be used", "EGL");
}

/* Without it Mesa may end before it has written its entries. */
static void end_egl(void) {
    EGLDisplay display = eglGetCurrentDisplay();
    EGLContext context = eglGetCurrentContext();
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
    eglTerminate(display);
}

static int takes_binaries(void) {
    GLint count = 0, formats[16] = {0};
    glGetIntegerv(GL_NUM_SHADER_BINARY_FORMATS, &count);
    if (count < 1 || count > 16)
        return 0;
    glGetIntegerv(GL_SHADER_BINARY_FORMATS, formats);
    while (count--)
        if (formats[count] == MALI_SHADER_BINARY)
            return 1;
    return 0;
}

static GLuint shader(GLenum stage, const char *name, int binary) {
    char path[160], log[1024] = "";
    GLuint made = glCreateShader(stage);
    GLint done = GL_TRUE;
    size_t size;
    snprintf(path, sizeof path, "%s/%s.%s", test.name, name,
             binary ? "mbs" : stage == GL_VERTEX_SHADER ? "vert" : "frag");
    if (binary) {
        glShaderBinary(1, &made, MALI_SHADER_BINARY, contents(path, &size), 0);
        glGetError();
        glShaderBinary(1, &made, MALI_SHADER_BINARY, contents(path, &size), (GLsizei)size);
        done = glGetError() == GL_NO_ERROR;
    } else {
        const char *text = (const char *)contents(path, &size);
        glShaderSource(made, 1, &text, NULL);
        glCompileShader(made);
        glGetShaderiv(made, GL_COMPILE_STATUS, &done);
        glGetShaderInfoLog(made, sizeof log, NULL, log);
    }
    if (!done) {
        printf("refused %s: %s\n", path, log);
        exit(0);
    }
    return made;
}

static void use_program(const char *fragment, int binary) {
    GLuint program = glCreateProgram();
    char name[16], log[1024] = "";
    GLint done, i;
    glAttachShader(program, shader(GL_VERTEX_SHADER, "vertex", binary));
    glAttachShader(program, shader(GL_FRAGMENT_SHADER, fragment, binary));
    for (i = 0; i <= test.attributes; i++) {
        snprintf(name, sizeof name, "p%d", i);
        glBindAttribLocation(program, (GLuint)i, name);
    }
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (!done) {
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        printf("refused the pair: %s\n", log);
        exit(0);
    }
    glUseProgram(program);
    if (test.rows)
        glUniform4fv(glGetUniformLocation(program, "u"), test.rows, test.row[0]);
    for (i = 0; i < test.textures; i++) {
        snprintf(name, sizeof name, "t%d", i);
        glUniform1i(glGetUniformLocation(program, name), i);
    }
}

static void set_textures(void) {
    static unsigned char texels[SIDE * SIDE * 4];
    int unit, k, i;
    for (unit = 0; unit < test.textures; unit++) {
        GLuint name;
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        glGenTextures(1, &name);
        glBindTexture(GL_TEXTURE_2D, name);
        for (k = 0; k < test.levels[unit]; k++) {
            for (i = 0; i < SIDE * SIDE * 4; i++)
                texels[i] = (unsigned char)test.level[unit][k][i % 4];
            glTexImage2D(GL_TEXTURE_2D, k, GL_RGBA, SIDE >> k, SIDE >> k, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        }
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                        test.levels[unit] > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
}

static void draw_into(int size) {
    static float corners[12];
    GLuint target, frame;
    int i;
    glActiveTexture(GL_TEXTURE0 + TEXTURES);
    glGenTextures(1, &target);
    glBindTexture(GL_TEXTURE_2D, target);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
    glViewport(0, 0, size, size);
    glDisable(GL_DITHER);
    /* a triangle over the whole picture, in pixels: vertex programs take this position as it is */
    corners[4] = corners[9] = 2.0f * (float)size;
    corners[3] = corners[7] = corners[11] = 1.0f;
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, corners);
    for (i = 0; i < test.attributes; i++) {
        glEnableVertexAttribArray((GLuint)i + 1);
        glVertexAttribPointer((GLuint)i + 1, 4, GL_FLOAT, GL_FALSE, 0, test.attribute[i]);
    }
    glClearColor((float)test.frame[0] / 255, (float)test.frame[1] / 255, (float)test.frame[2] / 255,
                 (float)test.frame[3] / 255);
    glClear(GL_COLOR_BUFFER_BIT);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int draw(const char *fragment, int binary) {
    static unsigned char pixels[SIZE * SIZE * 4];
    int size = test.clock ? LARGE : SIZE, i, same = 1;
    double begin;
    start_egl();
    printf("renderer %s\nbinaries %d\n", (const char *)glGetString(GL_RENDERER), takes_binaries());
    set_textures();
    use_program(fragment, binary);
    draw_into(size);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    begin = now();
    for (i = 0; test.clock && i < REPEATS; i++)
        glDrawArrays(GL_TRIANGLES, 0, 3);
    if (test.clock) /* reading waits for the chip */
        glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    printf("seconds %f\n", now() - begin);
    for (i = 0; i < SIZE * SIZE * 4; i++)
        same = same && abs(pixels[i] - pixels[i % 4]) <= TOLERANCE;
    printf("same %d\ncolor %d %d %d %d\n", same, pixels[0], pixels[1], pixels[2], pixels[3]);
    if (glGetError() != GL_NO_ERROR)
        printf("refused: OpenGL ES reports an error\n");
    fflush(stdout);
    end_egl();
    return 0;
}

/* judging --------------------------------------------------------------------------------------------------------- */

static void folder(const char *path) {
    if (mkdir(path, 0777) && errno != EEXIST)
        fail(strerror(errno), path);
}

/* Draw a test in a new process, whose cache of shaders is run/NAME/FRAGMENT/KIND. */
static struct seen drawn(const char *self, const char *fragment, const char *kind, int binary) {
    static char path[512], words[2048], line[512];
    struct seen seen;
    FILE *from;
    memset(&seen, 0, sizeof seen);
    snprintf(path, sizeof path, "run/%s/%s/%s", test.name, fragment, kind);
    snprintf(words, sizeof words,
             "MESA_SHADER_CACHE_DIR=%s MESA_DISK_CACHE_MULTI_FILE=1 LIMA_DEBUG=${LIMA_DEBUG:+$LIMA_DEBUG,}diskcache "
             "'%s' --draw %s %s %d 2>&1",
             path, self, test.name, fragment, binary);
    folder(path);
    from = popen(words, "r");
    if (!from)
        fail(strerror(errno), self);
    while (fgets(line, sizeof line, from)) {
        char key[KEY + 1], state[16] = "";
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "[mesa disk cache] retrieving %40[0-9a-f]: %15s", key, state) == 2) {
            seen.found += !strcmp(state, "found");
            if (seen.keys < 2 && (!seen.keys || strcmp(seen.key[0], key)))
                strcpy(seen.key[seen.keys++], key);
        } else if (!strncmp(line, "refused", 7) || !strncmp(line, "selftest:", 9)) {
            seen.refused = 1;
            printf("%-22s not run: %s\n", test.name, line);
        } else if (!strncmp(line, "renderer ", 9)) {
            snprintf(seen.renderer, sizeof seen.renderer, "%.120s", line + 9);
        } else {
            sscanf(line, "binaries %d", &seen.binaries);
            sscanf(line, "same %d", &seen.same);
            sscanf(line, "seconds %lf", &seen.seconds);
            sscanf(line, "color %d %d %d %d", &seen.color[0], &seen.color[1], &seen.color[2], &seen.color[3]);
        }
    }
    if (pclose(from) && !seen.refused) {
        seen.refused = 1;
        printf("%-22s not run: the process that draws ended with an error\n", test.name);
    }
    return seen;
}

static uint32_t checksum(const unsigned char *bytes, size_t size) {
    uint32_t sum = 0xFFFFFFFFu;
    int bit;
    while (size--)
        for (sum ^= *bytes++, bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    return sum; /* Mesa's checksum leaves out the last inversion */
}

static void put(unsigned char *to, uint64_t value, int bytes) {
    while (bytes--) {
        *to++ = (unsigned char)value;
        value >>= 8;
    }
}

/* Write a program as an entry of Mesa's cache, with the head of the entry that Mesa wrote for the stand-in. */
static void write_entry(const char *fragment, const char *stage, const char *key) {
    static char path[512];
    size_t size, length, head, at;
    unsigned char *made, *mesas, *program;
    FILE *file;
    snprintf(path, sizeof path, "run/%s/%s/first/mesa_shader_cache/%.2s/%s", test.name, fragment, key, key + 2);
    mesas = contents(path, &length);
    /* its version, two strings, the size of a pointer, eight bytes of flags, in words of four bytes */
    head = 1;
    head += strlen((char *)mesas + head) + 1;
    head += strlen((char *)mesas + head) + 1;
    head = (head + 9 + 3) / 4 * 4;
    snprintf(path, sizeof path, "%s/%s.mesa", test.name, stage);
    program = contents(path, &size);
    made = malloc(head + 12 + 9 + size + 3 * (size / 0x20000 + 1));
    if (!made || length < head)
        fail("Mesa's entry for the stand-in is not understood", key);
    memcpy(made, mesas, head);
    at = head + 12;
    /* zstd's frame of blocks that are not compressed */
    put(made + at, 0xFD2FB528u, 4);
    put(made + at + 4, 0xA0, 1);
    put(made + at + 5, size, 4);
    at += 9;
    for (length = 0; length < size; length += 0x20000) {
        size_t block = size - length < 0x20000 ? size - length : 0x20000;
        put(made + at, block << 3 | (length + block == size), 3);
        memcpy(made + at + 3, program + length, block);
        at += 3 + block;
    }
    put(made + head, 0, 4);
    put(made + head + 4, checksum(made + head + 12, at - head - 12), 4);
    put(made + head + 8, size, 4);
    snprintf(path, sizeof path, "run/%s/%s/second/mesa_shader_cache", test.name, fragment);
    folder(path);
    snprintf(path + strlen(path), 4, "/%.2s", key);
    folder(path);
    snprintf(path + strlen(path), KEY, "/%s", key + 2);
    file = fopen(path, "wb");
    if (!file || fwrite(made, 1, at, file) != at || fclose(file))
        fail(strerror(errno), path);
}

static int is(const int *color, const int *other) {
    int i;
    for (i = 0; i < 4; i++)
        if (abs(color[i] - other[i]) > TOLERANCE)
            return 0;
    return 1;
}

enum { RIGHT, WRONG, NOT_RUN, STOOD_IN, VERDICTS };

static int judged(const struct seen *seen) {
    int k;
    if (seen->same && is(seen->color, test.expected)) {
        if (!test.clock)
            printf("%-22s right\n", test.name);
        return RIGHT;
    }
    printf("%-22s WRONG: %d %d %d %d", test.name, seen->color[0], seen->color[1], seen->color[2], seen->color[3]);
    if (seen->same && is(seen->color, test.frame))
        printf(", since nothing was drawn");
    for (k = 0; k < test.ways; k++)
        if (seen->same && is(seen->color, test.way[k]))
            printf(", as if %s", test.means[k]);
    printf("%s, and not %d %d %d %d\n", seen->same ? "" : ", and other colours beside it", test.expected[0],
           test.expected[1], test.expected[2], test.expected[3]);
    return WRONG;
}

static int judged_by_clock(double first, double second) {
    double ratio = second > 0 ? first / second : 0;
    int right = ratio > 0.8 && ratio < 1.25;
    if (first + second < SHORTEST) {
        printf("%-22s not run: it takes no time that could be measured\n", test.name);
        return NOT_RUN;
    }
    printf("%-22s %s: %.3f s and %.3f s, a ratio of %.2f; 1 if the fact holds\n", test.name, right ? "right" : "WRONG",
           first, second, ratio);
    return right ? RIGHT : WRONG;
}

/* Run one fragment program of a test; NOT_RUN and STOOD_IN are said here. */
static int run(const char *self, const char *fragment, struct seen *seen) {
    static char path[256];
    snprintf(path, sizeof path, "run/%s", test.name);
    folder("run");
    folder(path);
    snprintf(path, sizeof path, "run/%s/%s", test.name, fragment);
    folder(path);
    *seen = drawn(self, fragment, "first", 0);
    if (seen->refused)
        return NOT_RUN;
    if (seen->binaries) {
        *seen = drawn(self, fragment, "binary", 1);
        return seen->refused ? NOT_RUN : RIGHT;
    }
    if (test.only[0] && strcmp(test.only, "mesa")) {
        printf("%-22s not run: only ARM's driver could run it\n", test.name);
        return NOT_RUN;
    }
    if (seen->keys < 2) {
        if (seen->same && is(seen->color, STAND_IN)) {
            printf("%-22s stand-in drawn (%s)\n", test.name, seen->renderer);
            return STOOD_IN;
        }
        printf("%-22s not run: the stand-in has the colour %d %d %d %d (%s)\n", test.name, seen->color[0],
               seen->color[1], seen->color[2], seen->color[3], seen->renderer);
        return NOT_RUN;
    }
    snprintf(path, sizeof path, "run/%s/%s/second", test.name, fragment);
    folder(path);
    write_entry(fragment, fragment, seen->key[0]); /* Mesa looks for the fragment program first */
    write_entry(fragment, "vertex", seen->key[1]);
    *seen = drawn(self, fragment, "second", 0);
    if (!seen->refused && seen->found < 2) {
        printf("%-22s not run: Mesa did not take the entries, but compiled the stand-in\n", test.name);
        return NOT_RUN;
    }
    return seen->refused ? NOT_RUN : RIGHT;
}

static int is_named(int count, char **names) {
    int i;
    for (i = 1; i < count; i++)
        if (!strcmp(names[i], test.name))
            return 1;
    return count == 1;
}

int main(int count, char **words) {
    int totals[VERDICTS] = {0, 0, 0, 0}, all = 0, verdict;
    FILE *file = fopen("tests.txt", "r");
    if (!file)
        fail(strerror(errno), "tests.txt");
    if (count == 5 && !strcmp(words[1], "--draw")) {
        while (next_test(file))
            if (!strcmp(test.name, words[2]))
                return draw(words[3], atoi(words[4]));
        fail("no such test", words[2]);
    }
    while (next_test(file)) {
        struct seen seen, other;
        if (!is_named(count, words))
            continue;
        verdict = run(words[0], "fragment", &seen);
        if (verdict == RIGHT)
            verdict = judged(&seen);
        if (verdict == RIGHT && test.clock) {
            verdict = run(words[0], "other", &other);
            verdict = verdict == RIGHT ? judged_by_clock(seen.seconds, other.seconds) : verdict;
        }
        fflush(stdout);
        totals[verdict]++;
        all++;
    }
    printf("%d tests: %d right, %d wrong, %d not run, %d stand-ins\n", all, totals[RIGHT], totals[WRONG],
           totals[NOT_RUN], totals[STOOD_IN]);
    return totals[WRONG] ? 1 : totals[NOT_RUN] ? 2 : totals[STOOD_IN] ? 3 : 0;
}
