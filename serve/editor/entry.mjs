// CodeMirror 6 with the methods of the plain editor in static/editor.js.
import {defaultKeymap,history,historyKeymap,indentMore,indentLess} from '@codemirror/commands';
import {StreamLanguage,bracketMatching,indentOnInput,indentUnit,syntaxHighlighting} from '@codemirror/language';
import {c,shader} from '@codemirror/legacy-modes/mode/clike';
import {rust} from '@codemirror/legacy-modes/mode/rust';
import {highlightSelectionMatches,searchKeymap} from '@codemirror/search';
import {Compartment,EditorState,RangeSetBuilder,StateEffect,StateField} from '@codemirror/state';
import {Decoration,EditorView,GutterMarker,drawSelection,gutterLineClass,highlightActiveLineGutter,keymap,lineNumbers}
  from '@codemirror/view';
import {classHighlighter} from '@lezer/highlight';

const LANGUAGES={frag:shader,vert:shader,android:shader,c,rust};
const marked=StateEffect.define();
class Marker extends GutterMarker{
  constructor(name){super();this.elementClass=name}
  eq(other){return other.elementClass===this.elementClass}
}
const nothing={problems:new Map(),colours:{},lit:[]};
const marks=StateField.define({
  create:()=>nothing,
  update(value,transaction){
    for(const effect of transaction.effects)if(effect.is(marked))value={...value,...effect.value};
    return value;
  },
  provide:field=>[
    gutterLineClass.compute([field,'doc'],state=>{
      const {problems,colours}=state.field(field),found=new RangeSetBuilder();
      for(let number=1;number<=state.doc.lines;number++){
        const problem=problems.get(number),colour=colours[number];
        if(!problem&&colour===undefined)continue;
        const name=`n${colour===undefined?'':` c${colour%8}`}${problem?` ${problem.level}`:''}`;
        found.add(state.doc.line(number).from,state.doc.line(number).from,new Marker(name));
      }
      return found.finish();
    }),
    EditorView.decorations.compute([field,'doc'],state=>{
      const {problems,lit}=state.field(field),found=new RangeSetBuilder(),bright=new Set(lit);
      for(let number=1;number<=state.doc.lines;number++){
        const problem=problems.get(number);
        if(!problem&&!bright.has(number))continue;
        const name=`${bright.has(number)?'lit':''}${problem?` problem ${problem.level}`:''}`;
        found.add(state.doc.line(number).from,state.doc.line(number).from,Decoration.line({class:name}));
      }
      return found.finish();
    }),
  ],
});

export function codeEditor(parent,{changed,moved,pointed,label,nonce}){
  const language=new Compartment();
  let quiet=false;
  const view=new EditorView({
    parent,
    state:EditorState.create({doc:'',extensions:[
      EditorView.cspNonce.of(nonce),marks,language.of([]),
      lineNumbers(),highlightActiveLineGutter(),history(),drawSelection(),bracketMatching(),indentOnInput(),
      indentUnit.of('    '),highlightSelectionMatches(),syntaxHighlighting(classHighlighter),
      // Tab leaves the editor, so that nobody is caught in it; these indent
      keymap.of([{key:'Mod-]',run:indentMore},{key:'Mod-[',run:indentLess},
        ...defaultKeymap.filter(one=>one.key!=='Mod-Enter'),...historyKeymap,...searchKeymap]),
      EditorView.contentAttributes.of({'aria-label':label,tabindex:'0',spellcheck:'false',autocapitalize:'off'}),
      EditorView.updateListener.of(update=>{
        if(quiet)return;
        if(update.docChanged)changed(update.state.doc.toString());
        else if(update.selectionSet)moved(update.state.doc.lineAt(update.state.selection.main.head).number);
      }),
      EditorView.domEventHandlers({
        mousemove(event,own){
          const at=own.posAtCoords({x:event.clientX,y:event.clientY});
          pointed(at===null?0:own.state.doc.lineAt(at).number);
        },
        mouseleave(){pointed(0)},
      }),
    ]}),
  });
  const mark=value=>view.dispatch({effects:marked.of(value)});
  return {
    get text(){return view.state.doc.toString()},
    set text(text){
      quiet=true;
      view.dispatch({changes:{from:0,to:view.state.doc.length,insert:text},effects:marked.of(nothing)});
      quiet=false;
    },
    setProblems(problems){
      mark({problems});
      const wrong=[...problems.values()].some(one=>one.level==='error');
      view.contentDOM.setAttribute('aria-invalid',String(wrong));
    },
    setColours(colours){mark({colours})},
    light(lit){mark({lit})},
    language(name){
      view.dispatch({effects:language.reconfigure(LANGUAGES[name]?StreamLanguage.define(LANGUAGES[name]):[])});
    },
    go(line){
      const at=view.state.doc.line(Math.min(line,view.state.doc.lines)).from;
      view.dispatch({selection:{anchor:at},scrollIntoView:true});
      view.focus();
    },
    focus(){view.focus()},
  };
}
