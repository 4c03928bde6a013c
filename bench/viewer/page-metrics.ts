import type { Browser, Page } from '@playwright/test'

/** Opens a page in a fresh profile, signed in if there is a token. */
export async function openFreshPage(browser: Browser, token?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  if (token !== undefined)
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
  return page
}

/**
 * Measures the milliseconds from a given time, or from the next click, until a canvas shows
 * something in its centre. The page itself polls and uses its own clock: polling from outside would
 * add the round trips.
 */
export async function watchPixels(page: Page, selector: string, since?: number) {
  const watched = await page.evaluateHandle(
    ([canvasSelector, from]) => {
      let start = from
      if (start === undefined)
        document.addEventListener(
          'click',
          ({ timeStamp }) => (start ??= performance.timeOrigin + timeStamp),
          { capture: true, once: true },
        )
      const seen = new Promise<number>((resolve) => {
        const poll = () => {
          const canvas = document.querySelector<HTMLCanvasElement>(canvasSelector)
          const centre = canvas?.width
            ? canvas.getContext('2d')?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1)
                .data
            : undefined
          if (start !== undefined && centre && (centre[0] ?? 0) > 0)
            resolve(performance.timeOrigin + performance.now() - start)
          else setTimeout(poll, 10)
        }
        poll()
      })
      return { seen }
    },
    [selector, since] as const,
  )
  return () => watched.evaluate(({ seen }) => seen)
}

/** Addresses of the scripts that the page has loaded. */
export async function listScripts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\.(js|wasm)(\?|$)/u.test(name)),
  )
}

export interface FrameTimes {
  readonly p50: number
  readonly p95: number
}

/** Measures the milliseconds between the frames of the page during an action. */
export async function measureFrames(page: Page, act: () => Promise<void>): Promise<FrameTimes> {
  await page.evaluate(() => {
    const gaps: number[] = []
    let before = performance.now()
    const next = () => {
      const now = performance.now()
      gaps.push(now - before)
      before = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(globalThis, { gaps })
  })
  await act()
  const gaps = await page.evaluate(() => (globalThis as unknown as { gaps: number[] }).gaps)
  const sorted = gaps.slice(2).toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
