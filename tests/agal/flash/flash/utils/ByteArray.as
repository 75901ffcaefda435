package flash.utils {
    public class ByteArray {
        public var endian:String = Endian.BIG_ENDIAN;
        public var position:uint = 0;
        public var content:Array = [];

        public function writeByte(value:int):void {
            content.push(value);
            position = content.length;
        }
    }
}
