import { chromium } from 'playwright-core'
const base='http://127.0.0.1:4420'
const api=async(path:string,method='GET',body?:unknown,token?:string)=>{const r=await fetch(base+'/api/'+path,{method,headers:{'content-type':'application/json',...(token&&{authorization:'Bearer '+token})},body:body===undefined?undefined:JSON.stringify(body)});return {status:r.status,body:await r.json().catch(()=>null) as any}}
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']})
const shoot=async(user:string,lang:string,w:number,h:number,name:string,act:(p:any)=>Promise<void>,id:number)=>{
  const c=await b.newContext({viewport:{width:w,height:h}}); const p=await c.newPage()
  await p.addInitScript((g:any)=>{localStorage.setItem('lang',g)},lang)
  await p.goto(base+'/vue/'); await p.waitForTimeout(2500)
  await p.locator('form input').nth(0).fill(user); await p.locator('form input').nth(1).fill('Talus-demo-1'); await p.keyboard.press('Enter'); await p.waitForTimeout(3500)
  await p.goto(`${base}/vue/general?studyId=${id}`); await p.waitForTimeout(4000)
  await p.screenshot({path:`/tmp/sides/${name}.png`}); await act(p); await p.waitForTimeout(700); await p.screenshot({path:`/tmp/sides/${name}.png`}); await c.close()
}
const ids=process.argv.slice(2).map(Number)
const [en,fr]=[ids[0]!,ids[1]!]
const opt=(p:any,n:RegExp)=>p.getByRole('option',{name:n}).first()
await shoot('admin.en','en',1366,768,'en1366',async p=>{await opt(p,/^Chest/).click();await p.getByRole('button',{name:'Add',exact:true}).click();await p.waitForTimeout(500)},en)
await shoot('admin.en','en',1920,1080,'en1920',async p=>{await opt(p,/^Back Legs/).click();await p.waitForTimeout(500);await opt(p,/^Left Stifle/).click()},en)
await shoot('admin.fr','fr',1366,768,'fr1366',async p=>{await opt(p,/^Membres avant/).click();await p.waitForTimeout(500);await opt(p,/^Coude gauche/).click();await p.getByRole('button',{name:'Ajouter',exact:true}).click();await p.waitForTimeout(500)},fr)
await shoot('admin.fr','fr',390,844,'frphone',async p=>{await opt(p,/^Thorax/).click()},fr)
await shoot('admin.en','en',390,844,'enphone',async p=>{await opt(p,/^Front Legs/).click()},en)
await b.close()
