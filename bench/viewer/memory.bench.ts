// Measures the memory of the viewer page with a large study: every image is shown, forwards and
// backwards, as a user does who searches for one. The cache must limit the memory, not the size of
// the study.
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { findBrowser } from '../../tools/testing/browser.ts'
import { startServer } from '../../tools/testing/test-server.ts'
import { buildWeb } from '../../tools/build/web.ts'
import { readResidentMb } from '../support/measure.ts'
import { createRadiograph } from '../support/radiograph.ts'
import { signIn, storeFile } from '../support/talus-client.ts'
import { openFreshPage } from './page-metrics.ts'

const images = Number(process.env.IMAGES ?? 60)
const patient = 'MEMORYBENCH'

/** Memory of the renderer process of the page: the largest of the renderers. */
async function readPageMb(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return Math.max(0, ...(await Promise.all(renderers.map(({ id }) => readResidentMb(id)))))
}

async function openViewer(page: Page, url: string) {
  await page.goto(`${url}/vue/studylist`)
  await page.getByLabel('Search studies').fill(patient)
  await page.locator('tbody tr', { hasText: patient }).first().click()
  await page.getByRole('button', { name: 'View Images' }).click()
  await page.locator('canvas[data-stage="full"]').waitFor({ timeout: 60_000 })
}

const executablePath = await findBrowser()
if (executablePath === undefined) throw new Error('no browser')
await buildWeb()
const talus = await startServer()
try {
  const token = await signIn(talus.url)
  for (let number = 1; number <= images; number += 1) {
    await storeFile(
      talus.url,
      token,
      new Uint8Array(createRadiograph('2.25.70002', number, undefined, patient)),
    )
  }
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--no-first-run', '--disable-sync'],
  })
  const page = await openFreshPage(browser, token)
  await openViewer(page, talus.url)
  const opened = await readPageMb(browser)
  let highest = opened
  for (let step = 1; step < 2 * images; step += 1) {
    await page.keyboard.press(step < images ? '.' : ',')
    await page.locator('canvas[data-stage="full"]').waitFor({ timeout: 60_000 })
    highest = Math.max(highest, await readPageMb(browser))
  }
  await page.waitForTimeout(5000)
  const after = await readPageMb(browser)
  const mb = (value: number) => `${value.toFixed(0)} MB`
  console.log(`${images} images of 3000 × 2400 × 16 bit, each shown twice`)
  console.log(`page: opened ${mb(opened)}, at most ${mb(highest)}, afterwards ${mb(after)}`)
  await browser.close()
} finally {
  await talus.stop()
}
