"""The behaviour of a page: it highlights lines that belong together, folds columns, and handles the keyboard."""

from __future__ import annotations

SCRIPT = """
'use strict';
const all=(css,from=document)=>[...from.querySelectorAll(css)];
const panes=all('.pane'),narrow=matchMedia('(max-width:700px)');
const aside=document.querySelector('aside'),trail=aside.querySelector('div');
const lines=new Map(),keysOf=line=>(line.dataset.k||'').split(' ').filter(Boolean);
for(const pane of panes){
  const own=all('.l',pane),first=own.find(line=>!line.closest('details'))||own[0];
  own.forEach(line=>{
    line.tabIndex=line===first?0:-1;
    line.setAttribute('role','listitem');
    for(const key of keysOf(line)){if(!lines.has(key))lines.set(key,[]);lines.get(key).push(line)}
  });
}
// left and right follow the line they began at: an operation that was joined with others is in no later stage by itself
let pinned=null,start=null;
const belonging=line=>{const found=new Set();
for(const key of keysOf(line))for(const other of lines.get(key))found.add(other);return found};
function light(line){
  all('.lit').forEach(one=>one.classList.remove('lit'));
  if(line)belonging(line).forEach(one=>one.classList.add('lit'));
}
function fold(pane,folded){
  pane.classList.toggle('folded',folded);
  pane.querySelector('h2 button').setAttribute('aria-expanded',String(!folded));
}
function show(pane){
  panes.forEach(one=>one.classList.toggle('shown',one===pane));
  all('nav button').forEach((button,at)=>button.setAttribute('aria-pressed',String(panes[at]===pane)));
}
function go(line){
  const pane=line.closest('.pane'),quiet=line.closest('details');
  if(quiet)quiet.open=true;
  fold(pane,false);
  if(narrow.matches)show(pane);
  all('.l[tabindex="0"]',pane).forEach(one=>one.tabIndex=-1);
  line.tabIndex=0;
  line.focus({preventScroll:true});
  reveal(line);
}
function reveal(line){
  if(narrow.matches){line.scrollIntoView({block:'nearest'});return}
  const main=document.querySelector('main'),pane=line.closest('.pane'),body=line.closest('.body');
  const box=line.getBoundingClientRect(),around=body.getBoundingClientRect(),wide=pane.getBoundingClientRect();
  if(box.top<around.top||box.bottom>around.bottom)body.scrollTop+=box.top-around.top-around.height/3;
  if(wide.left<0)main.scrollLeft+=wide.left;
  else if(wide.right>innerWidth)main.scrollLeft+=Math.min(wide.left,wide.right-innerWidth);
}
function pin(line){
  all('.pin').forEach(one=>one.classList.remove('pin'));
  pinned=line&&keysOf(line).length?line:null;
  light(pinned);
  aside.hidden=!pinned;
  document.body.classList.toggle('pinned',Boolean(pinned));
  trail.replaceChildren();
  if(!pinned)return;
  pinned.classList.add('pin');
  const found=belonging(pinned);
  for(const pane of panes){
    const here=all('.l',pane).filter(line=>found.has(line));
    if(!here.length)continue;
    const head=document.createElement('h3');
    head.textContent=pane.dataset.name;
    trail.append(head);
    for(const line of here){
      const button=document.createElement('button');
      button.textContent=all('i,b,span,small',line).map(textOf).filter(Boolean).join('  ');
      button.onclick=()=>{go(line)};
      trail.append(button);
    }
    if(pane!==pinned.closest('.pane')&&!narrow.matches&&!here.some(visible))align(here[0]);
  }
}
const textOf=part=>[...part.childNodes].filter(node=>node.nodeName!=='SMALL').map(node=>node.textContent).join('');
function align(line){
  const body=line.closest('.body'),around=body.getBoundingClientRect();
  body.scrollTop+=line.getBoundingClientRect().top-around.top-around.height/3;
}
function visible(line){
  const box=line.getBoundingClientRect(),around=line.closest('.body').getBoundingClientRect();
  return box.height>0&&box.top>=around.top&&box.bottom<=around.bottom;
}
const lineOf=event=>event.target.closest&&event.target.closest('.l');
document.addEventListener('mouseover',event=>{const line=lineOf(event);light(line&&keysOf(line).length?line:pinned)});
document.addEventListener('focusin',event=>{const line=lineOf(event);
if(line)light(line&&keysOf(line).length?line:pinned)});
document.addEventListener('click',event=>{
  const line=lineOf(event);
  start=null;
  if(line&&String(getSelection())===''){pin(line===pinned?null:line);go(line)}
});
document.addEventListener('keydown',event=>{
  if(event.key==='Escape'){const back=pinned;pin(null);if(back)go(back);return}
  const line=lineOf(event);
  if(!line||event.ctrlKey||event.altKey||event.metaKey)return;
  const pane=line.closest('.pane'),own=all('.l',pane).filter(one=>one.offsetParent),at=own.indexOf(line);
  const across=step=>{
    const open=panes.filter(one=>narrow.matches||!one.classList.contains('folded')),next=open[open.indexOf(pane)+step];
    if(!next)return null;
    start=start||line;
    const others=all('.l',next).filter(one=>one.offsetParent),own=belonging(line),found=belonging(start);
    return others.find(one=>own.has(one))||others.find(one=>found.has(one))||others[0];
  };
  const target={ArrowDown:()=>own[at+1],ArrowUp:()=>own[at-1],Home:()=>own[0],End:()=>own[own.length-1],
    ArrowRight:()=>across(1),ArrowLeft:()=>across(-1)}[event.key];
  if(target){
    event.preventDefault();
    if(event.key!=='ArrowLeft'&&event.key!=='ArrowRight')start=null;
    const found=target();
    if(found)go(found);
  }
  else if(event.key==='Enter'||event.key===' '){event.preventDefault();pin(line===pinned?null:line);go(line)}
});
panes.forEach(pane=>{pane.querySelector('h2 button').onclick=()=>{
  if(!narrow.matches)fold(pane,!pane.classList.contains('folded'))}});
all('nav button').forEach((button,at)=>{button.onclick=()=>show(panes[at])});
aside.querySelector('h2 button').onclick=()=>{const back=pinned;pin(null);if(back)go(back)};
show(panes[0]);
"""
