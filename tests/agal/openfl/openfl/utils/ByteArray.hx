package openfl.utils;

class ByteArray {
    public var endian:Endian = BIG_ENDIAN;
    public var content:haxe.io.Bytes;

    function new(content:haxe.io.Bytes) {
        this.content = content;
    }

    public static function fromBytes(bytes:haxe.io.Bytes):ByteArray {
        return new ByteArray(bytes);
    }
}
