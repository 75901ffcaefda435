// Requests to the server. A job's events come line by line; aborting the request cancels the job.
const client=crypto.randomUUID?crypto.randomUUID():String(Math.random());
export class Refused extends Error{
  constructor(code,message,notes=[]){super(message);this.code=code;this.notes=notes}
}
const token=()=>new URLSearchParams(location.search).get('token')||'';
async function asked(path,options={}){
  const headers={Authorization:`Bearer ${token()}`,'X-Client':client,'Content-Type':'application/json'};
  const answer=await fetch(path,{...options,headers});
  if(answer.ok)return answer;
  const text=await answer.text();
  let told={error:text.trim()};
  try{told=JSON.parse(text)}catch{/* the guard answers in plain text */}
  throw new Refused(answer.status,told.error,told.notes);
}
export const about=async()=>(await asked('/api/about')).json();
export async function job(kind,request,signal,tell){
  const answer=await asked(`/api/${kind}`,{method:'POST',body:JSON.stringify(request),signal});
  const reader=answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest='',ended=false;
  for(;;){
    const {value,done}=await reader.read();
    if(done)break;
    const lines=(rest+value).split('\n');
    rest=lines.pop();
    for(const line of lines){
      if(!line||signal.aborted)continue;
      const event=JSON.parse(line);
      if(event.event==='end')ended=true;
      else tell(event);
    }
  }
  if(!ended&&!signal.aborted)throw new Refused(0,'the server ended the connection');
}
