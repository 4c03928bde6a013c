import type { Browser, Page } from '@playwright/test'

/** A fresh profile, signed in where there is something to sign in to. */
export async function freshPage(browser: Browser, token?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  if (token !== undefined)
    await page.addInitScript((value) => localStorage.setItem('token', value), token)
  return page
}

/**
 * Milliseconds from a moment, or from the next click, until a canvas shows something in its middle; by the
 * clock of the page, and looked for from before the click on: a test that asks from outside would measure
 * its own way there and back.
 */
export async function watchPixels(page: Page, selector: string, since?: number) {
  const watched = await page.evaluateHandle(
    ([wanted, from]) => {
      let start = from
      if (start === undefined)
        document.addEventListener(
          'click',
          ({ timeStamp }) => (start ??= performance.timeOrigin + timeStamp),
          { capture: true, once: true },
        )
      const seen = new Promise<number>((resolve) => {
        const look = () => {
          const canvas = document.querySelector<HTMLCanvasElement>(wanted)
          const middle = canvas?.width
            ? canvas.getContext('2d')?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1)
                .data
            : undefined
          if (start !== undefined && middle && (middle[0] ?? 0) > 0)
            resolve(performance.timeOrigin + performance.now() - start)
          else setTimeout(look, 10)
        }
        look()
      })
      return { seen }
    },
    [selector, since] as const,
  )
  return () => watched.evaluate(({ seen }) => seen)
}

/** Bytes of script that the page has loaded, compressed as they crossed the network or would have. */
export async function scriptsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\.(js|wasm)(\?|$)/u.test(name)),
  )
}

export interface Frames {
  readonly p50: number
  readonly p95: number
}

/** Milliseconds from one frame of the page to the next while something is done. */
export async function framesWhile(page: Page, act: () => Promise<void>): Promise<Frames> {
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
