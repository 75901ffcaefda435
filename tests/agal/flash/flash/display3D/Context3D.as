package flash.display3D {
    /** It keeps what it is told. */
    public final class Context3D {
        public var told:Array = [];

        public function setProgramConstantsFromVector(
            type:String, first:int, data:Vector.<Number>, count:int = -1
        ):void {
            told.push(type + " " + first + " " + data.join(",") + " " + count);
        }
    }
}
