// Runs one page of WebGL's conformance suite without a browser: node conformance_webgl.js PAGE. It prints the page's tests as JSON:
// `tests` are those of the suite's own tester, each with its expected result; `pairs` are the programs that the page links by itself.
// Nothing is drawn, and every compilation counts as successful, so that the page runs to its end.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const page = process.argv[2];
const html = fs.readFileSync(page, "utf8");
const tests = [], pairs = [], texts = {}, scripts = [], waiting = [];
let handler = "";

const TAG = /<script\b([^>]*)>([\s\S]*?)<\/script>|<body\b([^>]*)>/g;
const attribute = (text, name) => (new RegExp(name + "\\s*=\\s*\"([^\"]*)\"").exec(text) || new RegExp(name + "\\s*=\\s*'([^']*)'").exec(text) || [])[1];
for (const found of html.matchAll(TAG)) {
  if (found[3] !== undefined) {
    handler = attribute(found[3], "onload") || handler;
    continue;
  }
  const type = attribute(found[1], "type") || "text/javascript", id = attribute(found[1], "id"), src = attribute(found[1], "src");
  if (id) texts[id] = found[2];
  if (/javascript$/.test(type) && !/something/.test(type)) scripts.push(src ? { file: path.resolve(path.dirname(page), src.split("?")[0]) } : { text: found[2] });
}

// Anything that can be asked, called and written; what is not known is another such thing.
function anything(known) {
  const own = Object.assign(Object.create(null), known);
  return new Proxy(function () {}, {
    get(_, name) {
      if (name in own) return own[name];
      if (name === Symbol.toPrimitive) return () => 0;
      if (name === Symbol.iterator) return function* () {};
      if (name === "length") return 0;
      return (own[name] = anything());
    },
    set(_, name, value) { own[name] = value; return true; },
    has: () => true,
    apply: () => anything(),
    construct: () => anything(),
  });
}

const elements = {};
function element(id) {
  if (!(id in elements)) {
    const text = texts[id] || "", kind = /gl_Position/.test(text) ? "vertex" : "fragment";
    const known = { id, text, type: `x-shader/x-${kind}`, firstChild: null, children: [], childNodes: [], style: {}, width: 32, height: 32,
      getContext: (kind) => (/^(experimental-)?webgl$/.test(kind) ? gl : /webgl/.test(kind) ? null : anything()), appendChild: (one) => one };
    elements[id] = new Proxy(anything(known), {
      get: (own, name) => own[name === "textContent" || name === "innerHTML" ? "text" : name],
      set(own, name, value) { own[name === "textContent" || name === "innerHTML" ? "text" : name] = value; return true; },
    });
  }
  return elements[id];
}

const CONSTANTS = { VERTEX_SHADER: 35633, FRAGMENT_SHADER: 35632, RGBA: 6408, NO_ERROR: 0, TRUE: true, FALSE: false };
const LIMITS = { MAX_VERTEX_ATTRIBS: 8, MAX_VERTEX_UNIFORM_VECTORS: 128, MAX_FRAGMENT_UNIFORM_VECTORS: 16, MAX_VARYING_VECTORS: 8,
  MAX_TEXTURE_IMAGE_UNITS: 8, MAX_COMBINED_TEXTURE_IMAGE_UNITS: 8, MAX_VERTEX_TEXTURE_IMAGE_UNITS: 8, VERSION: "WebGL 1.0",
  SHADING_LANGUAGE_VERSION: "WebGL GLSL ES 1.0" };
const EXTENSIONS = ["OES_standard_derivatives", "EXT_shader_texture_lod"];
const gl = new Proxy({
  canvas: anything({ width: 32, height: 32 }),
  createShader: (kind) => ({ kind, source: "" }),
  shaderSource: (shader, source) => { shader.source = String(source); },
  getShaderSource: (shader) => shader.source,
  compileShader: (shader) => {},
  getShaderParameter: () => true,
  getShaderInfoLog: () => "",
  createProgram: () => ({ shaders: [] }),
  attachShader: (program, shader) => { program.shaders.push(shader); },
  detachShader: (program, shader) => { program.shaders = program.shaders.filter((one) => one !== shader); },
  linkProgram: (program) => {
    const of = (kind) => (program.shaders.find((one) => one.kind === kind) || {}).source;
    pairs.push({ vertex: of(35633), fragment: of(35632) });
  },
  getProgramParameter: (program, name) => (name === gl.LINK_STATUS || name === gl.VALIDATE_STATUS ? true : 0),
  getProgramInfoLog: () => "",
  getUniformLocation: () => ({}),
  getAttribLocation: () => 0,
  getError: () => 0,
  isContextLost: () => false,
  getContextAttributes: () => ({ antialias: false, alpha: true, depth: true, stencil: false, premultipliedAlpha: true }),
  getSupportedExtensions: () => EXTENSIONS,
  getExtension: (name) => (EXTENSIONS.includes(name) ? {} : null),
  getShaderPrecisionFormat: () => ({ rangeMin: 127, rangeMax: 127, precision: 23 }),
  getParameter: (name) => { for (const key of Object.keys(LIMITS)) if (gl[key] === name) return LIMITS[key]; return 1024; },
}, {
  get(own, name) {
    if (name in own) return own[name];
    if (typeof name !== "string") return undefined;
    if (name in CONSTANTS) return CONSTANTS[name];
    if (/^[A-Z][A-Z0-9_]*$/.test(name)) return (own[name] = 100000 + [...name].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 1000003, 7));
    return (own[name] = () => ({}));
  },
});

const later = (call) => { if (typeof call === "function") waiting.push(call); return 0; };
const loaded = (event, call) => (/load/i.test(event) ? later(call) : 0);
const document = anything({
  getElementById: (id) => (html.includes(`id="${id}"`) || html.includes(`id='${id}'`) ? element(id) : null), createElement: () => element(""), createTextNode: () => element(""), body: element("body"),
  head: element("head"), documentElement: element("html"), getElementsByTagName: () => [element("")], querySelector: () => element(""),
  querySelectorAll: () => [], addEventListener: loaded, readyState: "complete", title: page, cookie: "",
});
const captured = (info) => {
  const text = (source, id) => (source !== undefined ? source : id ? element(id).text : undefined);
  const vertex = text(info.vShaderSource, info.vShaderId), fragment = text(info.fShaderSource, info.fShaderId);
  tests.push({ vertex: info.vShaderPrep && vertex !== undefined ? info.vShaderPrep(vertex) : vertex,
    fragment: info.fShaderPrep && fragment !== undefined ? info.fShaderPrep(fragment) : fragment,
    vertexGood: info.vShaderSuccess, fragmentGood: info.fShaderSuccess, linked: info.linkSuccess, ignored: !!info.ignoreResults, told: String(info.passMsg) });
};
const world = { document, navigator: anything({ userAgent: "node", platform: "node" }), location: { href: page, search: "", pathname: page },
  console: anything(), setTimeout: later, requestAnimationFrame: later, setInterval: () => 0,
  clearTimeout() {}, alert() {}, performance: { now: () => 0 }, Image: function () { return element(""); }, XMLHttpRequest: anything(),
  addEventListener: loaded, removeEventListener() {}, WebGLRenderingContext: Object.assign(function () {}, { RGBA: 6408 }), URL, URLSearchParams, captured, opener: null,
  HTMLCanvasElement: function () {}, HTMLImageElement: function () {} };
for (const id of Object.keys(texts)) world[id] = element(id);
world.window = world.self = world.top = world.parent = world;
vm.createContext(world);

const errors = [];
function run(text, name) {
  try {
    vm.runInContext(text, world, { filename: name, timeout: 20000 });
  } catch (error) {
    errors.push(String((error && error.stack) || error).split("\n").slice(0, 7).join(" | "));
  }
}
for (const one of scripts) {
  if (one.text !== undefined) {
    run(one.text, page);
  } else if (fs.existsSync(one.file)) {
    // the tester hands over what it would compile and draw
    run(fs.readFileSync(one.file, "utf8").replace("function runOneTest(gl, info) {", "function runOneTest(gl, info) { captured(info); return;"), one.file);
    if (world.WebGLTestUtils) {
      for (const name of Object.keys(world.WebGLTestUtils)) {
        if (/^(check|draw|clearAndDraw|fillTexture|glErrorShouldBe)/.test(name)) world.WebGLTestUtils[name] = () => true;
      }
      world.WebGLTestUtils.getUniformMap = () => anything();
    }
  }
}
if (handler) run(handler, page);
if (typeof world.onload === "function") run("window.onload()", page);
for (let k = 0; k < 200 && waiting.length; k++) {
  const call = waiting.shift();
  try { call(); } catch (error) { errors.push(String((error && error.stack) || error).split("\n").slice(0, 4).join(" | ")); }
}
process.stdout.write(JSON.stringify({ tests, pairs, errors }));
