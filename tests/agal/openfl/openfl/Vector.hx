package openfl;

class Vector<T> {
    public var items:Array<T>;

    function new(items:Array<T>) {
        this.items = items;
    }

    public static function ofArray<T>(items:Array<T>):Vector<T> {
        return new Vector(items);
    }
}
