import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { readBrowserUsage } from '../support/browser-usage.ts'
import { readCpuSeconds } from '../support/measure.ts'
import { watchPixels } from '../viewer/page-metrics.ts'

export interface Opened {
  readonly firstMs: number
  /** Until every slice is in the browser; for OHIF, until the response with the last one has ended. */
  readonly wholeMs: number
  /** Seconds of all processes of the browser until every slice is there and decoded. */
  readonly cpu: number
  /** Memory of renderers and graphics process two seconds later. */
  readonly mb: number
}
export interface OurOpened extends Opened {
  /** Until planes can be cut from every eighth slice. */
  readonly coarseMs: number
  readonly scrollMs: number
  readonly scrollLoadingMs: number
  /** Processor seconds of the server until the whole volume was sent. */
  readonly serverCpu: number
  /** Megabytes more than before, five seconds after leaving the viewer. */
  readonly leftMb: number
}

interface Subject {
  readonly study: string
  readonly patient: string
  readonly url: string
}

/** A browser with a profile on the disk, so that caches and compiled code stay warm. */
export const openBrowser = (profile: string, executablePath: string) =>
  chromium.launchPersistentContext(profile, {
    executablePath,
    viewport: { width: 1366, height: 768 },
    args: [
      '--no-sandbox',
      '--no-first-run',
      '--disable-sync',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      // SwiftShader would composite one frame per second, for both viewers.
      '--disable-gpu-compositing',
    ],
  })

/** The page itself polls the note of its viewport, with its own clock. */
async function watchSlices(page: Page) {
  const watched = await page.evaluateHandle(() => {
    let start: number | undefined
    document.addEventListener('click', ({ timeStamp }) => (start ??= timeStamp), {
      capture: true,
      once: true,
    })
    let coarse: number | undefined
    const seen = new Promise<{ coarse: number; whole: number }>((resolve) => {
      const poll = () => {
        const hasPicture = document.querySelector('[data-viewport] canvas[data-stage]') !== null
        const note = document.querySelector('[data-viewport] [role=status]')
        const [loaded = 0, total = Infinity] = note?.textContent?.match(/\d+/gu)?.map(Number) ?? []
        const now = performance.now() - (start ?? 0)
        if (hasPicture && (!note || loaded >= 21 + total / 8)) coarse ??= now
        if (hasPicture && !note) resolve({ coarse: coarse ?? now, whole: now })
        else setTimeout(poll, 5)
      }
      document.addEventListener('click', () => setTimeout(poll), { capture: true, once: true })
    })
    return { seen }
  })
  return () => watched.evaluate(({ seen }) => seen)
}

/** Script time of single steps through the slices: the 95th percentile, in milliseconds. */
async function measureScroll(page: Page, steps: number): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const readScript = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
  }
  const times: number[] = []
  await page.locator('[data-viewport] [role=application]').first().focus()
  for (let step = 0; step < steps; step += 1) {
    const before = await readScript()
    await page.keyboard.press('ArrowDown')
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    times.push((await readScript()) - before)
  }
  await session.detach()
  return times.toSorted((one, other) => one - other)[Math.floor(0.95 * (steps - 1))] ?? 0
}

async function openList(page: Page, { url, patient }: Subject) {
  await page.goto(`${url}/vue/studylist`)
  await page.getByLabel('Search studies').fill(patient)
  await page.locator('tbody tr', { hasText: patient }).first().click()
  const open = page.getByRole('button', { name: 'View Images' })
  // Wait until the button is clickable: this time does not belong to the viewer.
  await open.click({ trial: true })
  return open
}

export async function openOurs(
  context: BrowserContext,
  {
    token,
    serverPid,
    ...subject
  }: Subject & { readonly token: string; readonly serverPid: number },
): Promise<OurOpened> {
  const [page = await context.newPage()] = context.pages()
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  const open = await openList(page, subject)
  const before = await readBrowserUsage(context)
  const serverBefore = await readCpuSeconds(serverPid)
  const untilFirst = await watchPixels(page, '[data-viewport] canvas[data-stage]')
  const untilSlices = await watchSlices(page)
  await open.click()
  const firstMs = await untilFirst()
  const { coarse, whole } = await untilSlices()
  const after = await readBrowserUsage(context)
  const serverCpu = (await readCpuSeconds(serverPid)) - serverBefore
  await page.waitForTimeout(2000)
  const { mb } = await readBrowserUsage(context)
  const scrollMs = await measureScroll(page, 60)
  await page.goBack()
  await page.getByLabel('Search studies').waitFor()
  await page.waitForTimeout(5000)
  const left = await readBrowserUsage(context)

  const again = await openList(page, subject)
  await again.click()
  await page.locator('[data-viewport] canvas[data-stage]').first().waitFor()
  const scrollLoadingMs = await measureScroll(page, 15)
  return {
    firstMs,
    wholeMs: whole,
    coarseMs: coarse,
    cpu: after.cpu - before.cpu,
    mb,
    scrollMs,
    scrollLoadingMs,
    serverCpu,
    leftMb: left.mb - before.mb,
  }
}

export interface TheirOpened extends Opened {
  /** Slices that were loaded. */
  readonly loaded: number
}

interface TheirSubject extends Pick<Subject, 'url' | 'study'> {
  readonly count: number
  /** `mpr` shows three planes and loads the whole series, `stack` the slice and its neighbours. */
  readonly layout: 'stack' | 'mpr'
  /** Paths of the requests that were answered. */
  readonly answered: readonly string[]
}

/** Time of the response with the last slice, and how many distinct slices have been loaded. */
async function waitForSlices(answered: readonly string[], from: number, count: number) {
  const loaded = new Set<string>()
  let seen = from
  let lastAt = Date.now()
  for (;;) {
    for (; seen < answered.length; seen += 1) {
      const slice = /instances\/([\d.]+)\/frames/u.exec(answered[seen] ?? '')?.[1]
      if (slice === undefined || loaded.has(slice)) continue
      loaded.add(slice)
      lastAt = Date.now()
    }
    if (loaded.size >= count || Date.now() - lastAt > 8000) return { lastAt, loaded: loaded.size }
    await wait(20)
  }
}

/** Waits until the browser has decoded what it received: OHIF does that after the last response. */
async function waitUntilDecoded(context: BrowserContext) {
  for (;;) {
    const before = await readBrowserUsage(context)
    await wait(500)
    if ((await readBrowserUsage(context)).cpu - before.cpu < 0.1) return before
  }
}

/** The tour and the notice of a first visit are animated, and would cost OHIF a processor all the time. */
function skipTour() {
  localStorage.setItem('shownTours', JSON.stringify(['basicViewerTour']))
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  localStorage.setItem('investigationalUseDialog', JSON.stringify({ expiryDate: tomorrow }))
}

export async function openTheirs(
  context: BrowserContext,
  { url, study, count, layout, answered }: TheirSubject,
): Promise<TheirOpened> {
  const [page = await context.newPage()] = context.pages()
  await page.addInitScript(skipTour)
  const before = await readBrowserUsage(context)
  const first = answered.length
  const started = Date.now()
  const protocol = layout === 'mpr' ? '&hangingProtocolId=mpr' : ''
  await page.goto(`${url}/viewer?StudyInstanceUIDs=${study}${protocol}`, { waitUntil: 'commit' })
  await page.waitForLoadState('domcontentloaded')
  const firstMs = await (await watchPixels(page, 'canvas.cornerstone-canvas', started))()
  const { lastAt, loaded } = await waitForSlices(answered, first, layout === 'mpr' ? count : 1)
  const after = await waitUntilDecoded(context)
  await page.waitForTimeout(2000)
  const { mb } = await readBrowserUsage(context)
  return { firstMs, wholeMs: lastAt - started, cpu: after.cpu - before.cpu, mb, loaded }
}
