precision mediump float; varying vec2 uv; uniform sampler2D tex; uniform vec2 texel;
void main(){ vec4 s=vec4(0.); float w[5]; w[0]=.227027; w[1]=.1945946; w[2]=.1216216; w[3]=.054054; w[4]=.016216;
 s+=texture2D(tex,uv)*w[0]; for(int i=1;i<5;i++){ s+=texture2D(tex,uv+texel*float(i))*w[i]; s+=texture2D(tex,uv-texel*float(i))*w[i]; } gl_FragColor=s; }
