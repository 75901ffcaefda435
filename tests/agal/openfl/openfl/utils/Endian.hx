package openfl.utils;

/** What a class that gpucc writes uses of OpenFL, declared for a compiler that has none. */
enum Endian {
    BIG_ENDIAN;
    LITTLE_ENDIAN;
}
