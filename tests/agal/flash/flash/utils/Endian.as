package flash.utils {
    /** What a class that gpucc writes uses of Flash, declared for a compiler that has none. */
    public final class Endian {
        public static const BIG_ENDIAN:String = "bigEndian";
        public static const LITTLE_ENDIAN:String = "littleEndian";
    }
}
