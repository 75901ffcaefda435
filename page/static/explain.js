'use strict';
// The frozen page: all panes of one compilation side by side, on a phone one at a time.
const narrow=matchMedia('(max-width:700px)');
const shown=pane=>{
  all('.pane').forEach(one=>one.classList.toggle('shown',one===pane));
  all('nav button').forEach((button,at)=>button.setAttribute('aria-pressed',String(all('.pane')[at]===pane)));
};
const page=new Panes(document.body,{aside:document.querySelector('aside'),single:()=>narrow.matches,show:shown});
page.panes.forEach(pane=>{pane.querySelector('h2 button').onclick=()=>{
  if(!narrow.matches)page.fold(pane,!pane.classList.contains('folded'))}});
all('nav button').forEach((button,at)=>{button.onclick=()=>shown(page.panes[at])});
shown(page.panes[0]);
