package openfl.display3D;

/** It keeps what it is told. */
class Context3D {
    public var told:Array<String> = [];

    public function new() {}

    public function setProgramConstantsFromVector(
        type:Context3DProgramType, first:Int, data:openfl.Vector<Float>, count:Int = -1
    ):Void {
        told.push('$type $first ${data.items} $count');
    }
}
