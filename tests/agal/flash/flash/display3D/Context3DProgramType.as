package flash.display3D {
    public final class Context3DProgramType {
        public static const FRAGMENT:String = "fragment";
        public static const VERTEX:String = "vertex";
    }
}
