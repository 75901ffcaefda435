// One target: its choice and options, the verdict, and its panes, of which one is shown at a time.
/* global Panes, all, keysOf */
export const TABS=[
  {id:'assembly',title:'Assembly',roles:['assembly','text']},
  {id:'schedule',title:'Schedule',roles:['schedule']},
  {id:'stages',title:'Stages',roles:['ir','graph','selected','words']},
  {id:'cost',title:'Cost',roles:['cost']},
  {id:'lanes',title:'Checks',roles:['lanes']},
  {id:'registers',title:'Registers',roles:['registers']},
  {id:'picture',title:'Picture',roles:[]},
];
let numbers=0;
export class Target{
  constructor(targets,{isa,options='',tab='assembly'},{changed,removed,shown,lit}){
    this.name=`t${++numbers}`;
    Object.assign(this,{isa,options,tab,made:null,lines:{},wanted:{changed,removed,shown,lit}});
    this.element=document.getElementById('target').content.firstElementChild.cloneNode(true);
    const find=css=>this.element.querySelector(css);
    Object.assign(this,{view:find('.view'),verdict:find('.verdict'),tablist:find('.tabs')});
    const choice=find('.isa');
    choice.append(...targets.map(one=>new Option(one,one,false,one===isa)));
    choice.onchange=()=>{this.isa=choice.value;this.label();changed(this)};
    const field=find('.options');
    field.value=options;
    field.oninput=()=>{this.options=field.value;changed(this)};
    find('.remove').onclick=()=>removed(this);
    this.groups=new Map();
    for(const [at,tab] of TABS.entries()){
      const button=document.createElement('button'),group=document.createElement('div');
      Object.assign(button,{type:'button',id:`${this.name}-tab-${tab.id}`,textContent:tab.title});
      button.setAttribute('role','tab');
      button.setAttribute('aria-keyshortcuts',`Alt+${at+1}`);
      button.onclick=()=>this.select(tab.id,true);
      group.className=`group ${tab.id}`;
      group.hidden=true;
      this.tablist.append(button);
      this.view.append(group);
      this.groups.set(tab.id,group);
    }
    this.tablist.onkeydown=event=>this.walk(event);
    this.panes=new Panes(this.view,{
      single:()=>true,
      show:pane=>this.select(pane.closest('.group').classList[1]),
      onLight:keys=>lit(this,this.linesOf(keys)),
    });
    this.label();
    this.select(tab);
    this.say('','waiting');
  }
  label(){this.element.setAttribute('aria-label',`target ${this.isa}`)}
  usable(){return TABS.filter(tab=>!this.tabOf(tab.id).hidden)}
  tabOf(id){return this.tablist.children[TABS.findIndex(tab=>tab.id===id)]}
  select(id,told=false){
    this.tab=id;
    for(const [other,group] of this.groups){
      const own=other===id,button=this.tabOf(other);
      group.hidden=!own;
      button.setAttribute('aria-selected',String(own));
      button.tabIndex=own?0:-1;
    }
    this.view.setAttribute('aria-labelledby',this.tabOf(id).id);
    if(told)this.wanted.shown(this);
  }
  walk(event){
    const open=this.usable(),at=open.findIndex(tab=>tab.id===this.tab);
    const next={ArrowRight:open[(at+1)%open.length],ArrowLeft:open[(at+open.length-1)%open.length],Home:open[0],
      End:open[open.length-1]}[event.key];
    if(!next)return;
    event.preventDefault();
    this.select(next.id,true);
    this.tabOf(next.id).focus();
  }
  say(text,state){
    this.element.dataset.state=state;
    this.verdict.textContent=text;
    this.element.setAttribute('aria-busy',String(state==='waiting'));
  }
  // the results of a compilation
  show(made){
    this.made=made;
    this.lines=made.lines;
    const scroll=new Map([...this.groups].map(([id,group])=>[id,group.scrollTop]));
    for(const tab of TABS){
      const group=this.groups.get(tab.id);
      if(tab.id==='picture')continue;
      const own=made.panes.filter(pane=>tab.roles.includes(pane.role));
      group.innerHTML=own.map(pane=>pane.html).join('');
      all('.pane',group).forEach(pane=>this.open(pane,tab.id!=='stages'));
      this.tabOf(tab.id).hidden=!own.length;
    }
    this.groups.get('schedule').prepend(note(made.schedule));
    if(made.unchanged.length)this.groups.get('stages').append(note(`These passes changed nothing: ${made.unchanged.join(', ')}.`));
    this.groups.get('registers').append(facts(made.facts));
    this.tabOf('picture').hidden=!made.scene;
    this.figures=null;
    this.groups.get('picture').replaceChildren();
    if(this.tabOf(this.tab).hidden)this.select('assembly');
    this.panes.refresh();
    for(const [id,top] of scroll)this.groups.get(id).scrollTop=top;
    const count=made.bound===null||made.bound===undefined?`${made.instructions} operations`
      :`${made.instructions} instruction${made.instructions===1?'':'s'}, at least ${made.bound}`;
    this.say(`${count}; ${made.verdict}`,['verified','structure'].includes(made.verified)?'verified':'doubtful');
  }
  open(pane,only){
    const title=pane.querySelector('h2'),button=title.querySelector('button'),id=`${this.name}-${pane.querySelector('.body').id}`;
    pane.querySelector('.body').id=id;
    button.setAttribute('aria-controls',id);
    if(only)title.hidden=true;
    if(only||pane.classList.contains('words'))this.fold(pane,false);
    else this.fold(pane,!pane.classList.contains('ir'));
  }
  fold(pane,folded){
    pane.classList.toggle('folded',folded);
    pane.querySelector('h2 button').setAttribute('aria-expanded',String(!folded));
  }
  // why there are no results
  fail(findings,jump){
    this.made=null;
    this.lines={};
    for(const tab of TABS){
      this.groups.get(tab.id).replaceChildren(problemList(findings,jump));
      this.tabOf(tab.id).hidden=tab.id==='picture';
    }
    if(this.tab==='picture')this.select('assembly');
    this.panes.refresh();
    this.say('no program','failed');
  }
  linesOf(keys){
    const wanted=new Set(keys);
    return Object.keys(this.lines).filter(line=>this.lines[line].keys.some(key=>wanted.has(String(key)))).map(Number);
  }
  // light what comes from these lines of the source, and bring the first of it into view
  light(lines,reveal=false){
    const keys=lines.flatMap(line=>(this.lines[line]||{keys:[]}).keys.map(String));
    this.panes.lightKeys(keys);
    if(!reveal)return;
    const group=this.groups.get(this.tab),first=all('.lit',group).find(one=>one.offsetParent);
    if(!first)return;
    const box=first.getBoundingClientRect(),around=group.getBoundingClientRect();
    if(box.top<around.top||box.bottom>around.bottom)group.scrollTop+=box.top-around.top-around.height/3;
  }
  // a frame of the picture
  draw(frame){
    const group=this.groups.get('picture');
    if(!this.figures){
      const titles={ours:this.isa,theirs:"LLVM's JIT",gap:'difference'};
      this.figures={};
      const row=document.createElement('div');
      row.className='figures';
      for(const [part,title] of Object.entries(titles)){
        const figure=document.createElement('figure'),image=new Image(),caption=document.createElement('figcaption');
        caption.textContent=title;
        figure.append(image,caption);
        row.append(figure);
        this.figures[part]=image;
      }
      this.caption=note('');
      group.replaceChildren(row,this.caption,note('The difference is scaled so that the last bit of a byte is a quarter of white.'));
    }
    for(const part of ['ours','theirs','gap']){
      this.figures[part].src=`data:image/png;base64,${frame[part]}`;
      this.figures[part].alt=part==='gap'?`difference of both pictures, frame ${frame.frame}`
        :`the picture by ${part==='ours'?this.isa:"LLVM's JIT"}, frame ${frame.frame}`;
    }
    const differing=frame.differing?`${frame.differing} of ${frame.pixels} pixels differ, by at most ${Number(frame.largest.toPrecision(3))}`
      :'no pixel differs';
    this.caption.textContent=`Frame ${frame.frame}: ${differing}.`;
    this.element.dataset.frame=frame.frame;
  }
  drawFailed(findings,jump){this.figures=null;this.groups.get('picture').replaceChildren(problemList(findings,jump))}
}
function note(text){
  const found=document.createElement('p');
  found.className='note';
  found.textContent=text;
  return found;
}
function facts(rows){
  const found=document.createElement('details'),summary=document.createElement('summary'),table=document.createElement('table');
  summary.textContent='Statistics';
  for(const [name,value] of rows){
    const row=table.insertRow(),head=document.createElement('th');
    head.scope='row';
    head.textContent=name;
    row.append(head);
    row.insertCell().textContent=value;
  }
  found.append(summary,table);
  return found;
}
export function problemList(findings,jump){
  const list=document.createElement('ul');
  list.className='problems';
  for(const one of findings){
    const item=document.createElement('li'),head=document.createElement('p');
    item.className=one.level;
    if(one.line){
      const button=document.createElement('button');
      button.type='button';
      button.textContent=`line ${one.line}`;
      button.onclick=()=>jump(one.line);
      head.append(button,' ');
    }
    head.append(one.message);
    item.append(head);
    for(const text of one.notes||[])item.append(note(text));
    list.append(item);
  }
  return list;
}
