// The page: what is typed on the left is compiled for the targets on the right.
import {about,job,Refused} from './api.js';
import {plainEditor} from './editor.js';
import {Scene} from './scene.js';
import {MOST_LINKED,packed,unpacked} from './state.js';
import {problemList,TABS,Target} from './target.js';
// milliseconds without an edit before it is compiled, and frames of one request to draw
const PAUSE=200,RUN=30;
const byId=id=>document.getElementById(id);
const targets=[];
let known,editor,language='frag',compiling=null,drawing=null,timer=0,again=false,running=false,problems=[];
const scene=new Scene(()=>{remember();draw()});

// compiling
function edited(){
  compiling?.abort();
  stopDrawing();
  clearTimeout(timer);
  timer=setTimeout(()=>compile(),PAUSE);
  document.body.dataset.state='waiting';
  for(const one of targets)one.element.setAttribute('aria-busy','true');
  remember();
}
async function compile(only=targets){
  clearTimeout(timer);
  compiling?.abort();
  const own=compiling=new AbortController(),findings=new Map();
  document.body.dataset.state='waiting';
  if(!only.length){finish(findings);return}
  const request={source:editor.text,language,targets:only.map(one=>({name:one.name,isa:one.isa,options:one.options}))};
  try{
    await job('compile',request,own.signal,event=>{
      const target=targets.find(one=>one.name===event.target);
      if(!target)return;
      if(event.event==='queued')target.say(`${event.position===1?'next':`number ${event.position}`} in the queue`,'waiting');
      else if(event.event==='started')target.say('compiling …','waiting');
      else if(event.event==='stage')target.say(`compiling: ${event.name} …`,'waiting');
      else if(event.event==='made'){target.findings=event.findings;target.show(event)}
      else if(event.event==='failed'){target.findings=event.findings;target.fail(event.findings,jump)}
    });
  }catch(error){
    if(own.signal.aborted)return;
    const told=[{level:'error',message:error.message,notes:error.notes||[],line:0}];
    for(const one of only){one.findings=told;one.fail(told,jump)}
    if(error instanceof Refused&&error.code===401)ask();
  }
  if(own.signal.aborted)return;
  finish();
}
function finish(){
  const all=[],seen=new Set();
  for(const target of targets)for(const one of target.findings||[]){
    const key=JSON.stringify([one.line,one.message]);
    if(seen.has(key))continue;
    seen.add(key);
    const others=targets.filter(other=>(other.findings||[]).some(two=>two.line===one.line&&two.message===one.message));
    all.push({...one,message:others.length<targets.length&&!one.message.includes(target.isa)?`${target.isa}: ${one.message}`:one.message});
  }
  problems=all.filter(one=>one.line);
  const marks=new Map();
  for(const one of problems)if(!marks.has(one.line)||one.level==='error')marks.set(one.line,one);
  editor.setProblems(marks);
  const box=byId('problems');
  box.hidden=!all.length;
  box.replaceChildren(problemList(all,jump));
  const colours={};
  for(const target of [...targets].reverse())for(const [line,one] of Object.entries(target.lines))colours[line]=one.colour;
  editor.setColours(colours);
  scene.offer(targets.filter(one=>one.made?.scene).map(one=>one.made.scene));
  document.body.dataset.state='done';
  draw();
}
function jump(line){editor.go(line);light([line])}

// drawing
const frameField=byId('frame');
function stopDrawing(){drawing?.abort();drawing=null;again=false}
function draw(){
  if(drawing&&!running){again=true;return}
  stopDrawing();
  const own=targets.filter(one=>one.tab==='picture'&&one.made?.scene);
  if(!own.length||document.body.dataset.state==='waiting')return;
  paint(own);
}
async function paint(own){
  const control=drawing=new AbortController(),side=Number(byId('size').value);
  const first=Math.max(0,Math.floor(Number(frameField.value))||0),last=running?first+RUN-1:first;
  const shared={};
  const pictures={};
  for(const one of own){Object.assign(shared,scene.given(one.made.scene));Object.assign(pictures,scene.textures(one.made.scene))}
  const request={source:editor.text,language,size:[side,side],frames:[first,last],uniforms:shared,textures:pictures,
    targets:own.map(one=>({name:one.name,isa:one.isa,options:one.options,program:one.made.program}))};
  try{
    await job('draw',request,control.signal,event=>{
      const target=targets.find(one=>one.name===event.target);
      if(event.event==='frame'){target?.draw(event);if(running)frameField.value=Math.max(Number(frameField.value),event.frame)}
      else if(event.event==='failed'){target?.drawFailed(event.findings,jump);setRunning(false)}
    });
  }catch(error){
    if(control.signal.aborted)return;
    for(const one of own)one.drawFailed([{level:'error',message:error.message,notes:error.notes||[],line:0}],jump);
    setRunning(false);
  }
  if(control.signal.aborted||drawing!==control)return;
  drawing=null;
  if(running){frameField.value=last+1;draw()}
  else if(again){again=false;draw()}
}
function setRunning(on){
  running=on;
  byId('run').setAttribute('aria-pressed',String(on));
  byId('run').textContent=on?'Pause':'Run';
}

// light
let pinned=[];
function light(lines,{from=null,reveal=false}={}){
  editor.light(lines);
  for(const one of targets)if(one!==from)one.light(lines,reveal);
}

// targets
function add(given){
  const target=new Target(known.targets,given,{
    changed:one=>{one.made=null;edited()},
    removed:one=>{
      targets.splice(targets.indexOf(one),1);
      one.element.remove();
      remember();
      finish();
      (targets[0]?.element.querySelector('.isa')||byId('add')).focus();
    },
    shown:one=>{remember();if(one.tab==='picture')draw()},
    lit:(one,lines)=>light(lines.length?lines:pinned,{from:one}),
  });
  targets.push(target);
  byId('targets').append(target.element);
  return target;
}
function clear(){targets.splice(0).forEach(one=>one.element.remove())}
function usual(){
  const own={frag:['lima-pp','agal'],vert:['lima-vp','pica200'],android:['agsl','lima-pp'],ir:['lima-vp','pica200'],c:['lima-vp','pica200'],rust:['lima-vp','pica200']};
  return own[language].filter(isa=>known.targets.includes(isa));
}

// the address
let remembering=0;
function remember(){
  clearTimeout(remembering);
  remembering=setTimeout(writeAddress,150);
}
async function writeAddress(){
  const text=editor.text,whole=text.length<=MOST_LINKED;
  const state={l:language,s:whole?text:'',t:targets.map(one=>[one.isa,one.options,one.tab]),u:scene.values,
    f:Number(frameField.value),n:Number(byId('size').value)};
  history.replaceState(null,'',`${location.pathname}${location.search}#${await packed(state)}`);
  return whole;
}
function restore(state){
  language=known.languages[state.l]?state.l:'frag';
  byId('language').value=language;
  editor.language(language);
  editor.text=state.s;
  scene.reset(state.u&&typeof state.u==='object'?state.u:{});
  frameField.value=Number(state.f)||0;
  if([64,128,256,512].includes(state.n))byId('size').value=String(state.n);
  clear();
  for(const [isa,options,tab] of state.t.slice(0,8))
    if(known.targets.includes(isa))add({isa,options:String(options||''),tab:TABS.some(one=>one.id===tab)?tab:'assembly'});
}
function example(one){
  setRunning(false);
  restore({l:one.language,s:one.source,t:one.targets.map(isa=>[isa,'',one.language==='vert'||one.language==='ir'?'assembly':'picture']),u:{},f:0,n:128});
  remember();
  compile();
}

// what the user does
byId('add').onclick=()=>{
  if(targets.length>=8)return;
  const free=known.targets.filter(isa=>!targets.some(one=>one.isa===isa));
  const target=add({isa:usual().find(isa=>free.includes(isa))||free[0]||known.targets[0],tab:targets[0]?.tab});
  target.element.querySelector('.isa').focus();
  edited();
};
byId('link').onclick=async()=>{
  const whole=await writeAddress();
  const told=whole?'Copied':'Copied without the source, which is longer than 30 kB';
  try{await navigator.clipboard.writeText(location.href);byId('queue').textContent=told}
  catch{byId('queue').textContent='The address of this page is the link'}
  setTimeout(()=>{byId('queue').textContent=''},3000);
};
byId('help').onclick=()=>byId('about').showModal();
byId('language').onchange=()=>{
  language=byId('language').value;
  editor.language(language);
  edited();
};
byId('example').onchange=()=>{
  const one=known.examples.find(other=>other.name===byId('example').value);
  byId('example').value='';
  if(one)example(one);
};
byId('run').onclick=()=>{
  setRunning(!running);
  if(!running){stopDrawing();remember();return}
  if(!targets.some(one=>one.tab==='picture'))targets.filter(one=>one.made?.scene).forEach(one=>one.select('picture'));
  draw();
};
frameField.oninput=()=>{remember();draw()};
byId('size').onchange=()=>{remember();draw()};
document.addEventListener('keydown',event=>{
  if(event.key==='Enter'&&(event.ctrlKey||event.metaKey)){event.preventDefault();compile();return}
  if(event.key==='F8'&&problems.length){
    event.preventDefault();
    const one=problems.shift();
    problems.push(one);
    jump(one.line);
    return;
  }
  const tab=event.altKey&&!event.ctrlKey&&TABS[Number(event.key)-1];
  if(!tab)return;
  event.preventDefault();
  for(const one of targets)if(!one.tabOf(tab.id).hidden)one.select(tab.id,true);
});

// the start
function ask(){
  const dialog=byId('ask');
  if(dialog.open)return;
  dialog.showModal();
  dialog.onclose=()=>{
    const given=new URLSearchParams({token:byId('token').value.trim().replace(/^.*token=/,'').replace(/#.*$/,'')});
    history.replaceState(null,'',`${location.pathname}?${given}${location.hash}`);
    start();
  };
}
async function editorOf(options){
  if(known.editor){
    const {codeEditor}=await import('./codemirror.js');
    return codeEditor(byId('editor'),{...options,nonce:document.querySelector('meta[name=editor-nonce]').content});
  }
  return plainEditor(byId('editor'),options);
}
async function start(){
  try{known=await about()}
  catch(error){
    if(error.code===401){ask();return}
    byId('queue').textContent=error.message;
    return;
  }
  editor=await editorOf({
    label:'source',
    changed:edited,
    moved:line=>{pinned=[line];light(pinned,{reveal:true})},
    pointed:line=>light(line?[line]:pinned),
  });
  for(const [name,one] of Object.entries(known.languages)){
    const option=new Option(one.title,name);
    option.disabled=!one.available;
    if(!one.available)option.title='gpucc serve --allow-compilers takes it';
    byId('language').append(option);
  }
  byId('example').append(...known.examples.map(one=>new Option(one.title,one.name)));
  byId('versions').textContent=Object.entries(known.versions).map(([name,number])=>`${name} ${number}`).join(', ');
  const state=location.hash.length>1?await unpacked(location.hash.slice(1)):null;
  if(state){restore(state);compile()}
  else if(known.examples.length)example(known.examples[0]);
}
start();
