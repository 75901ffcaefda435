package openfl.display3D;

enum Context3DProgramType {
    FRAGMENT;
    VERTEX;
}
