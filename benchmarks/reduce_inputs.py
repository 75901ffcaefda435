"""Realistic shaders of more than a hundred lines for benchmarks/reduce.py; each exercises one of the planted faults."""

from __future__ import annotations

SCENE = """// A lit, fogged, tiled floor: our own text, written for the reducer.
#ifdef GL_ES
precision highp float;
precision highp int;
#endif

#define QUALITY 3
#define TILES 4.0
#define SQUARE(x) ((x) * (x))

#if QUALITY >= 3
#define LAYERS 3
#else
#error this shader wants a better quality
#endif

varying vec2 uv;
varying vec3 normal;
varying vec4 world;

uniform vec4 fogColour;
uniform vec3 lightColour, skyColour;
uniform float time;
uniform float weights[4];
uniform mat3 turn;

const float NEAR = 0.5;
const float FAR = 1.25e1;
const vec3 UP = vec3(0.0, 1.0, 0.0);

struct Light {
    vec3 towards;
    vec3 colour;
    float power;
};

struct Surface {
    vec3 colour;
    vec2 tile;
    float gloss;
};

float hash(vec2 p) {
    return fract(dot(p, vec2(0.375, 0.8125)) * 3.25);
}

float checker(vec2 p) {
    vec2 cell = floor(p * TILES);
    return mod(cell.x + cell.y, 2.0);
}

// several octaves of a cheap noise
float layered(vec2 p) {
    float sum = 0.0;
    float scale = 0.5;
    for (int i = 0; i < LAYERS; i++) {
        sum += hash(p) * scale;
        p = p.yx * 1.5 + 0.25;
        scale *= 0.5;
    }
    return sum;
}

/* weights from the last to the first */
float weighted(float x) {
    float sum = 0.0;
    for (int i = 3; i >= 0; i--) {
        sum = sum * 0.5 + weights[i] * x;
    }
    return sum;
}

vec3 banded(vec3 colour, float bands) {
    vec3 scaled = colour * bands;
    vec3 whole = floor(scaled);
    vec3 part = scaled - whole;
    return (whole + step(vec3(0.5), part)) / bands;
}

vec3 diffuse(Light light, Surface surface, vec3 n) {
    float amount = max(dot(light.towards, n), 0.0) * light.power;
    if (amount > 0.75) {
        amount = 0.75 + (amount - 0.75) * 0.5;
    } else if (amount < 0.125) {
        amount = 0.125;
    }
    return surface.colour * light.colour * amount;
}

vec3 fogged(vec3 colour, float distance) {
    float amount = clamp((distance - NEAR) / (FAR - NEAR), 0.0, 1.0);
    return mix(colour, fogColour.rgb, SQUARE(amount));
}

void main() {
    Light light;
    light.towards = vec3(0.0, 0.75, 0.5);
    light.colour = lightColour;
    light.power = 1.5;

    Surface surface;
    surface.tile = uv * 2.0 - 1.0;
    surface.colour = vec3(0.25) + checker(surface.tile) * vec3(0.5, 0.25, 0.125);
    surface.gloss = min(layered(surface.tile), 0.875);

    vec3 n = turn * normal;
    vec3 colour = diffuse(light, surface, n);
    vec3 sky = mix(skyColour, lightColour, smoothstep(0.0, 1.0, n.yyy));
    colour += sky * max(dot(n, UP), 0.0) * surface.gloss;
    colour = mix(colour, banded(colour, 8.0), 0.25);
    colour.st = colour.ts;
    colour -= abs(n) * 0.0625;
    float far = weighted(world.z);
    bool dark = colour.x + colour.y < colour.z;
    vec3 shown = dark ? colour * 2.0 : fogged(colour, far);
    gl_FragColor = vec4(shown, dark ? 0.5 : fogColour.a);
}
"""
CROWD = """// Figures that walk, sway and are lit: our own text, written for the reducer.
#define BONES 4
#define HALF(x) ((x) * 0.5)

attribute vec4 position;
attribute vec3 normal;
attribute vec2 texture;
attribute vec2 influence;

varying vec4 tint;
varying vec2 uv;
varying float fog;

uniform mat4 projection;
uniform mat4 view;
uniform vec4 bones[8];
uniform vec3 sun;
uniform vec3 ambient;
uniform vec2 wind;
uniform float phase;

const float STEP = 0.25;
const vec4 WEIGHTS = vec4(0.5, 0.25, 0.125, 0.125);

struct Pose {
    vec4 place;
    vec3 facing;
    float lean;
};

vec3 bent(vec3 p, float amount) {
    float side = p.x * amount;
    return vec3(p.x - side * p.y, p.y + side * p.x, p.z);
}

vec4 boned(vec4 p, int first) {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < BONES; i++) {
        sum += bones[i] * p.x;
        sum += bones[i + 4] * p.y * STEP;
    }
    return sum * WEIGHTS;
}

float swayed(float x, float y) {
    float a = x * wind.x - y * wind.y;
    float b = x * wind.y + y * wind.x;
    return a * HALF(b);
}

vec3 lifted(vec3 p, float height) {
    vec3 raised = p;
    if (height > p.y) {
        raised.y = mix(p.y, height, STEP);
        raised.x += (height - p.y) * wind.x;
        raised.z += (height - p.y) * wind.y;
    }
    return raised;
}

float folded(float x) {
    float half_way = fract(x * 0.5) * 2.0;
    return half_way > 1.0 ? 2.0 - half_way : half_way;
}

vec2 scrolled(vec2 p) {
    vec2 whole = floor(p);
    vec2 part = p - whole;
    return part * 2.0 - 1.0;
}

float lit(vec3 n) {
    float amount = dot(n, sun);
    if (amount < 0.0) {
        amount = -amount * 0.25;
    }
    return min(amount, 1.0);
}

Pose posed(vec4 p, vec3 n) {
    Pose pose;
    pose.place = p + boned(p, 0) * influence.x;
    pose.facing = bent(n, influence.y);
    pose.lean = swayed(p.x, p.y);
    return pose;
}

vec4 shaded(Pose pose) {
    vec3 colour = ambient;
    float amount = lit(pose.facing);
    colour += vec3(amount, amount * 0.5, amount * 0.25);
    if (pose.lean > 1.0) {
        colour *= 0.5;
    } else {
        colour += vec3(pose.lean) * 0.125;
    }
    return vec4(colour, 1.0);
}

void main() {
    Pose pose = posed(position, normal);

    // where it stands
    vec4 seen = view * pose.place;
    seen.x -= pose.lean * STEP;
    gl_Position = projection * seen;

    pose.facing = lifted(pose.facing, position.y);

    // how it looks
    tint = shaded(pose);
    uv = scrolled(texture + wind * phase);
    fog = max(1.0 - abs(seen.z) * 0.0625, 0.0);
    if (fog < 0.5 && tint.x > 0.25) {
        tint = tint.zyxw;
    }
    tint.w = 1.0 - fog * fog;
    vec3 rest = normal - sun * dot(normal, sun);
    tint.xyz += rest * STEP;
    uv += rest.xy * HALF(phase);
    uv.x = folded(uv.x);
}
"""
