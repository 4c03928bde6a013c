// How much memory the page of the viewer takes with a large study: every image is looked at, there and
// back, as somebody does who searches for one. The bound is that of the cache, not of the study.
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { findBrowser } from '../../tools/testing/browser.ts'
import { startServer } from '../../tools/testing/test-server.ts'
import { buildWeb } from '../../tools/build/web.ts'
import { residentMb } from '../measure.ts'
import { radiograph } from '../radiograph.ts'
import { freshPage } from './watch.ts'

const images = Number(process.env.IMAGES ?? 60)
const animal = 'MEMORYBENCH'

/** Of the process that holds the page: the largest of those that draw pages. */
async function pageMb(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return Math.max(0, ...(await Promise.all(renderers.map(({ id }) => residentMb(id)))))
}

async function open(page: Page, url: string) {
  await page.goto(`${url}/vue/studylist`)
  await page.getByLabel('Search studies').fill(animal)
  await page.locator('tbody tr', { hasText: animal }).first().click()
  await page.getByRole('button', { name: 'View Images' }).click()
  await page.locator('canvas[data-stage="full"]').waitFor({ timeout: 60_000 })
}

const executablePath = await findBrowser()
if (executablePath === undefined) throw new Error('no browser')
await buildWeb()
const talus = await startServer()
try {
  const login = await fetch(`${talus.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  const authorization = login.headers.get('authorization') ?? ''
  for (let number = 1; number <= images; number += 1) {
    const stored = await fetch(`${talus.url}/api/dicom-web/studies`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/dicom' },
      body: new Uint8Array(radiograph('2.25.70002', number, undefined, animal)),
    })
    if (!stored.ok) throw new Error(`not stored: ${stored.status}`)
  }
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--no-first-run', '--disable-sync'],
  })
  const page = await freshPage(browser, authorization.replace('Bearer ', ''))
  await open(page, talus.url)
  const opened = await pageMb(browser)
  let highest = opened
  for (let step = 1; step < 2 * images; step += 1) {
    await page.keyboard.press(step < images ? '.' : ',')
    await page.locator('canvas[data-stage="full"]').waitFor({ timeout: 60_000 })
    highest = Math.max(highest, await pageMb(browser))
  }
  await page.waitForTimeout(5000)
  const after = await pageMb(browser)
  const mb = (value: number) => `${value.toFixed(0)} MB`
  console.log(`${images} images of 3000 × 2400 × 16 bit, each looked at twice`)
  console.log(`page: opened ${mb(opened)}, at most ${mb(highest)}, afterwards ${mb(after)}`)
  await browser.close()
} finally {
  await talus.stop()
}
