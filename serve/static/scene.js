// Uniforms and pictures that fragment shaders are drawn with; all targets share them.
const TIME=/^(u_?)?(i)?time$/i,MOST_SIDE=256;
export class Scene{
  constructor(changed){
    this.values={};
    this.pictures={};
    this.changed=changed;
    this.shown='';
    this.box=document.getElementById('scene');
  }
  reset(values){this.values={...values};this.shown=''}
  // offer what the programs read: scenes as the server tells them
  offer(scenes){
    const uniforms=new Map(),samplers=new Map();
    for(const scene of scenes){
      for(const one of scene.uniforms)uniforms.set(one.name,one);
      for(const one of scene.samplers)samplers.set(one.name,one);
    }
    this.moving=scenes.some(scene=>scene.moving)||[...uniforms.values()].some(one=>this.isTime(one));
    this.box.hidden=!scenes.length;
    document.getElementById('run').hidden=!this.moving;
    const shape=JSON.stringify([[...uniforms.values()],[...samplers.values()]]);
    if(shape===this.shown)return;
    this.shown=shape;
    this.uniforms=uniforms;
    for(const one of uniforms.values())if(typeof this.values[one.name]!=='string'||this.values[one.name].split(',').length!==one.count)this.values[one.name]=this.usual(one);
    document.getElementById('uniforms').replaceChildren(...[...uniforms.values()].map(one=>this.row(one)));
    document.getElementById('samplers').replaceChildren(...[...samplers.values()].map(one=>this.well(one)));
  }
  isTime(one){return one.count===1&&TIME.test(one.name)}
  usual(one){
    if(one.default.length===one.count)return one.default.join(',');
    if(this.isTime(one))return 'time';
    if(one.count===16||one.count===9){
      const side=Math.sqrt(one.count);
      return Array.from({length:one.count},(_,at)=>at%(side+1)===0?1:0).join(',');
    }
    return Array(one.count).fill(one.whole?1:0.5).join(',');
  }
  // the values for a request, of those that a program reads
  given(scene){return Object.fromEntries(scene.uniforms.map(one=>[one.name,this.values[one.name]]))}
  textures(scene){
    return Object.fromEntries(scene.samplers.filter(one=>this.pictures[one.name]).map(one=>[one.name,this.pictures[one.name]]));
  }
  row(one){
    const row=document.createElement('fieldset'),legend=document.createElement('legend');
    legend.append(one.name,' ');
    legend.append(Object.assign(document.createElement('small'),{textContent:one.type}));
    row.append(legend);
    if(one.count>4||this.values[one.name]==='time'||this.isTime(one)){
      const field=document.createElement('input');
      Object.assign(field,{value:this.values[one.name],spellcheck:false});
      field.setAttribute('aria-label',`value of ${one.name}`);
      field.oninput=()=>this.set(one.name,field.value);
      row.append(field);
      return row;
    }
    const parts=this.values[one.name].split(',').map(Number);
    parts.forEach((value,at)=>row.append(this.slider(one,parts,at)));
    return row;
  }
  slider(one,parts,at){
    const label=document.createElement('div'),range=document.createElement('input'),field=document.createElement('input');
    label.className='slider';
    const letter=one.count>1?`.${'xyzw'[at]}`:'',step=one.whole?1:'any';
    const widen=value=>{
      const most=one.whole?Math.max(one.most===null?8:Math.min(one.most,64),value):Math.max(1,value);
      Object.assign(range,{min:Math.min(0,value),max:most,step:one.whole?1:0.005});
    };
    range.type='range';
    widen(parts[at]);
    range.value=parts[at];
    Object.assign(field,{type:'number',step,value:parts[at]});
    range.setAttribute('aria-label',`${one.name}${letter}`);
    field.setAttribute('aria-label',`${one.name}${letter} as a number`);
    const put=(value,from)=>{
      if(!Number.isFinite(value))return;
      parts[at]=value;
      if(from===range)field.value=value;
      else{widen(value);range.value=value}
      this.set(one.name,parts.join(','));
    };
    range.oninput=()=>put(Number(range.value),range);
    field.oninput=()=>put(field.valueAsNumber,field);
    label.append(range,field);
    return label;
  }
  set(name,value){this.values[name]=value;this.changed()}
  well(one){
    const well=document.createElement('label'),image=new Image(),input=document.createElement('input');
    const text=document.createElement('span');
    well.className='well';
    input.type='file';
    input.accept='image/*';
    text.textContent=`${one.name}: drop an image, or choose one`;
    image.alt='';
    image.hidden=!this.pictures[one.name];
    if(!image.hidden)image.src=`data:image/png;base64,${this.pictures[one.name]}`;
    const take=async file=>{
      try{this.pictures[one.name]=await asPng(file)}
      catch{text.textContent=`${one.name}: this file is no image that the browser can read`;return}
      text.textContent=`${one.name}: ${file.name}`;
      image.src=`data:image/png;base64,${this.pictures[one.name]}`;
      image.hidden=false;
      this.changed();
    };
    input.onchange=()=>{if(input.files[0])take(input.files[0])};
    well.ondragover=event=>{event.preventDefault();well.classList.add('over')};
    well.ondragleave=()=>well.classList.remove('over');
    well.ondrop=event=>{
      event.preventDefault();
      well.classList.remove('over');
      if(event.dataTransfer.files[0])take(event.dataTransfer.files[0]);
    };
    well.append(image,text,input);
    return well;
  }
}
// an image file as a PNG of at most MOST_SIDE pixels on a side, in base64
async function asPng(file){
  const bitmap=await createImageBitmap(file,{premultiplyAlpha:'none',colorSpaceConversion:'none'});
  const scale=Math.min(1,MOST_SIDE/Math.max(bitmap.width,bitmap.height));
  const canvas=document.createElement('canvas');
  canvas.width=Math.max(1,Math.round(bitmap.width*scale));
  canvas.height=Math.max(1,Math.round(bitmap.height*scale));
  canvas.getContext('2d').drawImage(bitmap,0,0,canvas.width,canvas.height);
  return canvas.toDataURL('image/png').split(',')[1];
}
