// The plain editor: a text area with line numbers, marks at lines, and lit lines behind the text. The editor of
// codemirror.js has the same methods.
const LINE=20;
export function plainEditor(parent,{changed,moved,pointed,label}){
  const box=document.createElement('div'),gutter=document.createElement('div'),sheet=document.createElement('div');
  const marks=document.createElement('div'),area=document.createElement('textarea');
  box.className='editor';gutter.className='gutter';sheet.className='sheet';marks.className='marks';
  gutter.setAttribute('aria-hidden','true');marks.setAttribute('aria-hidden','true');
  Object.assign(area,{spellcheck:false,wrap:'off',autocomplete:'off'});
  area.setAttribute('autocapitalize','off');
  area.setAttribute('aria-label',label);
  const numbers=document.createElement('div');
  gutter.append(numbers);sheet.append(marks,area);box.append(gutter,sheet);parent.replaceChildren(box);
  let problems=new Map(),colours={},lit=[],count=0;
  const lines=()=>area.value.split('\n').length;
  const lineAt=offset=>area.value.slice(0,offset).split('\n').length;
  const scroll=()=>{numbers.style.transform=`translateY(${-area.scrollTop}px)`;
    marks.style.transform=`translateY(${-area.scrollTop}px)`};
  function draw(){
    count=lines();
    const rows=[];
    for(let line=1;line<=count;line++){
      const row=document.createElement('div');
      row.textContent=String(line);
      const problem=problems.get(line);
      row.className='n'+(colours[line]===undefined?'':` c${colours[line]%8}`)+(problem?` ${problem.level}`:'');
      if(problem)row.title=problem.message;
      rows.push(row);
    }
    numbers.replaceChildren(...rows);
    stripe();
  }
  function stripe(){
    const rows=[];
    const add=(line,name)=>{const row=document.createElement('div');row.className=name;
      row.style.top=`${(line-1)*LINE}px`;row.dataset.line=line;rows.push(row)};
    lit.forEach(line=>add(line,'lit'));
    problems.forEach((problem,line)=>add(line,`problem ${problem.level}`));
    marks.replaceChildren(...rows);
  }
  area.addEventListener('input',()=>{if(lines()!==count)draw();changed(area.value)});
  area.addEventListener('scroll',scroll);
  const caret=()=>{moved(lineAt(area.selectionStart))};
  area.addEventListener('click',caret);
  area.addEventListener('keyup',event=>{if(event.key.startsWith('Arrow')||event.key==='Home'||event.key==='End')caret()});
  area.addEventListener('mousemove',event=>{
    const line=Math.floor((event.clientY-area.getBoundingClientRect().top+area.scrollTop-8)/LINE)+1;
    pointed(line>=1&&line<=count?line:0);
  });
  area.addEventListener('mouseleave',()=>pointed(0));
  area.addEventListener('keydown',event=>{
    if(event.key!=='Enter'||event.ctrlKey||event.metaKey||event.shiftKey)return;
    const before=area.value.slice(0,area.selectionStart),indent=/[ \t]*$/.exec(/^[ \t]*/.exec(before.split('\n').pop())[0])[0];
    const more=/\{\s*$/.test(before)?'  ':'';
    if(!indent&&!more)return;
    event.preventDefault();
    area.setRangeText('\n'+indent+more,area.selectionStart,area.selectionEnd,'end');
    draw();changed(area.value);
  });
  return {
    get text(){return area.value},
    set text(text){area.value=text;problems=new Map();colours={};lit=[];area.scrollTop=0;draw();scroll()},
    setProblems(found){problems=found;draw();
      area.setAttribute('aria-invalid',String([...found.values()].some(one=>one.level==='error')))},
    setColours(found){colours=found;draw()},
    light(found){lit=found;stripe()},
    language(){},
    go(line){
      const start=area.value.split('\n').slice(0,line-1).join('\n').length+(line>1?1:0);
      area.focus();
      area.setSelectionRange(start,start);
      area.scrollTop=Math.max(0,(line-1)*LINE-area.clientHeight/3);
    },
    focus(){area.focus()},
  };
}
