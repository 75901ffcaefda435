"""The appearance of a page: one style sheet, for light and dark, for wide windows and for phones."""

from __future__ import annotations

# used for source lines in turn; each colour is visible on both backgrounds
HUES = (211, 28, 140, 330, 265, 55, 180, 0)

STYLE = """
:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--dim:#5d666f;--edge:#cfd6dd;--head:#f2f4f7;
--lit:#ffe9a3;--row:#e7ebef;--focus:#0550ae;--bar:45%}
@media(prefers-color-scheme:dark){:root{--back:#15181c;--text:#e4e8ec;--dim:#9aa5b0;--edge:#3a424b;--head:#1e2329;--lit:#5b4708;
--row:#242a31;--focus:#79b8ff;--bar:60%}}
*{box-sizing:border-box}
html,body{margin:0;height:100%}
body{display:flex;flex-direction:column;background:var(--back);color:var(--text);font:14px/1.45 system-ui,sans-serif}
header{padding:.6rem .8rem .5rem;border-bottom:1px solid var(--edge);max-height:45vh;overflow:auto;flex:none}
h1{font-size:1.05rem;margin:0 0 .15rem;overflow-wrap:anywhere}
header p{margin:0 0 .25rem;color:var(--dim);overflow-wrap:anywhere}
header details{display:inline-block;vertical-align:top;margin-right:1.2rem;max-width:100%}
header details[open]{display:block}
summary{cursor:pointer;color:var(--focus)}
header table{border-spacing:.8rem 0;margin-left:-.8rem}
header th{text-align:left;font-weight:normal;color:var(--dim);vertical-align:top;white-space:nowrap}
header td{overflow-wrap:anywhere}
header ul{margin:.2rem 0;padding-left:1.2rem}
main{flex:1 1 0;min-height:0;display:flex;overflow:auto hidden}
nav{display:none}
.pane{flex:2 0 15rem;min-width:0;min-height:0;height:100%;display:flex;flex-direction:column;
border-right:1px solid var(--edge)}
.pane.ir{flex-grow:3}
.pane.words{flex-grow:1.2;flex-basis:11rem}
.pane h2{margin:0;font-size:.85rem;background:var(--head);border-bottom:1px solid var(--edge);flex:none}
.pane h2 button{width:100%;padding:.35rem .6rem;border:0;background:none;color:inherit;font:inherit;font-weight:600;
text-align:left;
cursor:pointer;overflow-wrap:anywhere}
.pane h2 small{font-weight:normal;color:var(--dim)}
.pane.folded{flex:0 0 2.1rem}
.pane.folded h2{flex:1;border-bottom:0}
.pane.folded h2 button{writing-mode:vertical-rl;height:100%;padding:.6rem .35rem;overflow-wrap:normal;
white-space:nowrap}
.pane.folded .body{display:none}
.body{flex:1;min-height:0;overflow:auto;padding:.25rem 0 1.5rem;
font:11.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.l{display:flex;gap:.55em;padding:0 .4rem 0 0;border-left:4px solid transparent;margin:0;min-height:1.5em}
.l[data-k]{cursor:pointer}
.l i{flex:none;width:2.7em;text-align:right;font-style:normal;color:var(--dim);user-select:none}
.l b{flex:none;width:4.8em;font-weight:normal;color:var(--dim);overflow-wrap:anywhere}
.l span{flex:1;min-width:0;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
.l em{font-style:normal;color:var(--dim)}
.l small{font-size:inherit;color:var(--dim);font-style:italic;margin-left:.9em}
.plain i{display:none}
.plain .l{padding-left:.5rem}
.row{border-top:1px solid var(--row)}
.h{font-weight:600;padding:.35rem .5rem .1rem}
.lit{background:var(--lit)}
.pin{outline:1px solid var(--focus);outline-offset:-1px}
:focus-visible{outline:2px solid var(--focus);outline-offset:-2px}
.body summary{padding:.1rem .6rem;font-family:system-ui,sans-serif}
.key{display:inline-block;width:.75rem;height:.75rem;margin-right:.15rem;border-radius:2px;vertical-align:-1px}
aside{flex:none;max-height:34vh;overflow:auto;border-top:2px solid var(--focus);background:var(--head);
padding:.4rem .8rem}
aside[hidden]{display:none}
aside h2{font-size:.9rem;margin:0;display:flex;justify-content:space-between;gap:1rem;align-items:center}
aside div{columns:30rem;column-gap:1.5rem}
aside h3{break-after:avoid;font-size:.8rem;margin:.35rem 0 0;color:var(--dim);font-weight:600}
aside button{white-space:nowrap;font:inherit;color:inherit;border:1px solid var(--edge);border-radius:3px;
background:var(--back);
cursor:pointer}
aside div button{display:block;width:100%;text-align:left;border:0;background:none;padding:.1rem .2rem;
white-space:pre-wrap;
overflow-wrap:anywhere;font:11.5px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media(max-width:700px){
html,body{height:auto}
body{display:block}
header{max-height:none}
nav{display:flex;flex-wrap:wrap;gap:.35rem;padding:.45rem .8rem;position:sticky;top:0;background:var(--back);z-index:1;
border-bottom:1px solid var(--edge);max-height:40vh;overflow:auto}
nav button{font:inherit;font-size:.85rem;padding:.3rem .55rem;border:1px solid var(--edge);border-radius:1rem;
background:none;color:inherit;
overflow-wrap:anywhere;text-align:left}
nav button[aria-pressed=true]{background:var(--focus);border-color:var(--focus);color:var(--back)}
main{display:block}
.pane,.pane.folded{display:none;border:0}
.pane.shown{display:block}
.pane.shown .body{display:block;overflow:visible;padding-bottom:3rem}
.pane h2 button,.pane.folded h2 button{writing-mode:horizontal-tb;height:auto;padding:.35rem .8rem;white-space:normal;
cursor:default}
.pane{height:auto}
.l{scroll-margin:9rem 0 3rem}
.pinned .l{scroll-margin-bottom:42vh}
aside{position:sticky;bottom:0;max-height:40vh;z-index:2}
}
"""


def style() -> str:
    """The sheet, with a class for each colour."""
    colours = (f"hsl({hue} 75% var(--bar))" for hue in HUES)
    return STYLE + "".join(
        f".c{n}{{border-left-color:{one}}}.c{n}.key{{background:{one}}}\n" for n, one in enumerate(colours)
    )
