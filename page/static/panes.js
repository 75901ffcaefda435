'use strict';
// Panes of lines: lines that show the same value light up together, and one can be pinned. A pane is a section of class
// `pane` with a title button and lines of class `l`, whose keys are in data-k. The page of `gpucc explain` shows panes
// side by side, that of `gpucc serve` one at a time for each target.
const all=(css,from=document)=>[...from.querySelectorAll(css)];
const keysOf=line=>(line.dataset.k||'').split(' ').filter(Boolean);
const textOf=part=>[...part.childNodes].filter(node=>node.nodeName!=='SMALL').map(node=>node.textContent).join('');
const lineOf=event=>event.target.closest&&event.target.closest('.l');
class Panes{
  // `aside` lists the lines of the pinned value; `single` tells whether one pane is shown at a time, and `show` shows
  // it; `onLight` is told the keys that are lit
  constructor(root,{aside=null,single=()=>false,show=()=>{},onLight=()=>{}}={}){
    Object.assign(this,{root,aside,single,show,onLight,pinned:null,start:null});
    this.refresh();
    root.addEventListener('mouseover',event=>this.point(lineOf(event)));
    root.addEventListener('mouseleave',()=>this.light(this.pinned));
    root.addEventListener('focusin',event=>{const line=lineOf(event);if(line)this.point(line)});
    root.addEventListener('click',event=>this.click(event));
    root.addEventListener('keydown',event=>this.key(event));
    if(aside)aside.querySelector('h2 button').onclick=()=>this.letGo();
  }
  // to be called when the panes have new contents
  refresh(){
    this.panes=all('.pane',this.root);
    this.lines=new Map();
    this.pinned=this.start=null;
    for(const pane of this.panes){
      const own=all('.l',pane),first=own.find(line=>!line.closest('details'))||own[0];
      own.forEach(line=>{
        line.tabIndex=line===first?0:-1;
        line.setAttribute('role','listitem');
        for(const key of keysOf(line)){
          if(!this.lines.has(key))this.lines.set(key,[]);
          this.lines.get(key).push(line);
        }
      });
      pane.querySelector('h2 button').onclick=()=>this.fold(pane,!pane.classList.contains('folded'));
    }
  }
  belonging(keys){
    const found=new Set();
    for(const key of keys)for(const other of this.lines.get(key)||[])found.add(other);
    return found;
  }
  point(line){this.light(line&&keysOf(line).length?line:this.pinned)}
  light(line){
    const keys=line?keysOf(line):[];
    this.lightKeys(keys);
    this.onLight(keys);
  }
  lightKeys(keys){
    all('.lit',this.root).forEach(one=>one.classList.remove('lit'));
    this.belonging(keys).forEach(one=>one.classList.add('lit'));
  }
  fold(pane,folded){
    pane.classList.toggle('folded',folded);
    pane.querySelector('h2 button').setAttribute('aria-expanded',String(!folded));
  }
  go(line){
    const pane=line.closest('.pane'),quiet=line.closest('details');
    if(quiet)quiet.open=true;
    this.fold(pane,false);
    if(this.single())this.show(pane);
    all('.l[tabindex="0"]',pane).forEach(one=>one.tabIndex=-1);
    line.tabIndex=0;
    line.focus({preventScroll:true});
    this.reveal(line);
  }
  reveal(line){
    if(this.single()){line.scrollIntoView({block:'nearest'});return}
    const main=line.closest('main'),pane=line.closest('.pane'),body=line.closest('.body');
    const box=line.getBoundingClientRect(),around=body.getBoundingClientRect(),wide=pane.getBoundingClientRect();
    if(box.top<around.top||box.bottom>around.bottom)body.scrollTop+=box.top-around.top-around.height/3;
    if(wide.left<0)main.scrollLeft+=wide.left;
    else if(wide.right>innerWidth)main.scrollLeft+=Math.min(wide.left,wide.right-innerWidth);
  }
  pin(line){
    all('.pin',this.root).forEach(one=>one.classList.remove('pin'));
    this.pinned=line&&keysOf(line).length?line:null;
    this.light(this.pinned);
    if(this.pinned)this.pinned.classList.add('pin');
    if(this.aside)this.list();
  }
  list(){
    const {aside,pinned}=this,trail=aside.querySelector('div');
    aside.hidden=!pinned;
    document.body.classList.toggle('pinned',Boolean(pinned));
    trail.replaceChildren();
    if(!pinned)return;
    const found=this.belonging(keysOf(pinned));
    for(const pane of this.panes){
      const here=all('.l',pane).filter(line=>found.has(line));
      if(!here.length)continue;
      const head=document.createElement('h3');
      head.textContent=pane.dataset.name;
      trail.append(head);
      for(const line of here){
        const button=document.createElement('button');
        button.textContent=all('i,b,span,small',line).map(textOf).filter(Boolean).join('  ');
        button.onclick=()=>{this.go(line)};
        trail.append(button);
      }
      if(pane!==pinned.closest('.pane')&&!this.single()&&!here.some(visible))align(here[0]);
    }
  }
  letGo(){const back=this.pinned;this.pin(null);if(back)this.go(back)}
  click(event){
    const line=lineOf(event);
    this.start=null;
    if(line&&String(getSelection())===''){this.pin(line===this.pinned?null:line);this.go(line)}
  }
  // left and right follow the line they began at: an operation that was joined with others is in no later stage by
  // itself
  across(line,step){
    const pane=line.closest('.pane');
    const open=this.panes.filter(one=>this.single()||!one.classList.contains('folded'));
    const next=open[open.indexOf(pane)+step];
    if(!next)return null;
    this.start=this.start||line;
    const others=all('.l',next).filter(one=>one.offsetParent||this.single());
    const own=this.belonging(keysOf(line)),found=this.belonging(keysOf(this.start));
    return others.find(one=>own.has(one))||others.find(one=>found.has(one))||others[0];
  }
  key(event){
    if(event.key==='Escape'){this.letGo();return}
    const line=lineOf(event);
    if(!line||event.ctrlKey||event.altKey||event.metaKey)return;
    const own=all('.l',line.closest('.pane')).filter(one=>one.offsetParent),at=own.indexOf(line);
    const target={ArrowDown:()=>own[at+1],ArrowUp:()=>own[at-1],Home:()=>own[0],End:()=>own[own.length-1],
      ArrowRight:()=>this.across(line,1),ArrowLeft:()=>this.across(line,-1)}[event.key];
    if(target){
      event.preventDefault();
      if(event.key!=='ArrowLeft'&&event.key!=='ArrowRight')this.start=null;
      const found=target();
      if(found)this.go(found);
    }
    else if(event.key==='Enter'||event.key===' '){
      event.preventDefault();
      this.pin(line===this.pinned?null:line);
      this.go(line);
    }
  }
}
function align(line){
  const body=line.closest('.body'),around=body.getBoundingClientRect();
  body.scrollTop+=line.getBoundingClientRect().top-around.top-around.height/3;
}
function visible(line){
  const box=line.getBoundingClientRect(),around=line.closest('.body').getBoundingClientRect();
  return box.height>0&&box.top>=around.top&&box.bottom<=around.bottom;
}
