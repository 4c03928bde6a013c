import { chromium } from 'playwright-core'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const base = 'http://127.0.0.1:4471/vue/'
async function run(name, user, viewport, steps) {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('pageerror', e.message))
  await page.goto(`${base}login`)
  await page.screenshot({path:'/tmp/pat-shots/login.png'}); await page.locator('input[name=username], input[autocomplete=username]').first().fill(user)
  await page.locator('input[type=password]').fill('Talus-demo-1')
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => !u.pathname.endsWith('login'), {timeout: 60000})
  await page.waitForTimeout(1500)
  await steps(page, (s) => page.screenshot({ path: `/tmp/pat-shots/${name}-${s}.png` }))
  await context.close()
}
const which = process.argv[2] ?? 'all'
const goTray = async (page) => { await page.locator('a[href$="/tray"]').click(); await page.waitForTimeout(2500) }
if (which === 'all' || which === 'en') await run('en1366', 'admin.en', { width: 1366, height: 768 }, async (page, shot) => {
  await shot('landing'); await goTray(page); await shot('tray')
  for (let i = 1; i < 4; i += 1) { await page.keyboard.press('j'); await page.waitForTimeout(900); await shot(`tray${i}`) }
  await page.keyboard.press('k'); await page.keyboard.press('k'); await page.keyboard.press('k'); await page.waitForTimeout(300)
  await page.keyboard.press('d'); await page.waitForTimeout(600); await shot('assign')
  await page.getByRole('combobox').fill('bel'); await page.waitForTimeout(900); await shot('assign-search')
  await page.keyboard.press('Enter'); await page.waitForTimeout(400); await shot('assign-chosen')
  await page.keyboard.press('Escape'); await page.waitForTimeout(300)
  await page.getByRole('button', { name: 'New animal' }).click(); await page.waitForTimeout(500); await shot('create')
  await page.keyboard.press('Escape'); await page.waitForTimeout(300)
  await page.getByRole('button', { name: 'Discard…' }).click(); await page.waitForTimeout(500); await shot('discard')
})
if (which === 'all' || which === 'fr') await run('fr1920', 'admin.fr', { width: 1920, height: 1080 }, async (page, shot) => { await goTray(page); await shot('tray') })
if (which === 'all' || which === 'phone') await run('phone', 'admin.en', { width: 390, height: 844 }, async (page, shot) => { await shot('landing'); await goTray(page); await shot('list'); await page.locator('main ul button').first().click(); await page.waitForTimeout(1500); await shot('detail') })
await browser.close()
