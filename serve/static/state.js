// What the address holds after #: the state as JSON, compressed where the browser can.
const FORMAT='1',PLAIN='0';
// characters of a source that still goes into the address
export const MOST_LINKED=30000;
const toText=bytes=>btoa(Array.from(bytes,byte=>String.fromCharCode(byte)).join(''))
  .replaceAll('+','-').replaceAll('/','_').replace(/=+$/,'');
const toBytes=text=>Uint8Array.from(atob(text.replaceAll('-','+').replaceAll('_','/')),one=>one.charCodeAt(0));
const through=async(bytes,stream)=>new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream))
  .arrayBuffer());
export async function packed(state){
  const bytes=new TextEncoder().encode(JSON.stringify(state));
  if(!('CompressionStream' in window))return PLAIN+toText(bytes);
  return FORMAT+toText(await through(bytes,new CompressionStream('deflate-raw')));
}
// the state of an address, or null if it holds none that can be read
export async function unpacked(text){
  try{
    const bytes=toBytes(text.slice(1));
    const whole=text[0]===FORMAT?await through(bytes,new DecompressionStream('deflate-raw')):bytes;
    const found=JSON.parse(new TextDecoder().decode(whole));
    return found&&typeof found.s==='string'&&Array.isArray(found.t)?found:null;
  }catch{return null}
}
