import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { button } from '../office.ts'
import { groundOf } from './hand.ts'
import type { Place } from './hand.ts'

type Fingers = readonly [Place, ...Place[]]

/** Fingers on the image, as a screen reports them: the browser makes pointers and gestures of them. */
export async function fingersOn(page: Page, stage: Locator) {
  const ground = await groundOf(stage)
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: readonly Place[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map((place, id) => {
        const [x, y] = ground.at(place)
        return { x, y, id }
      }),
    })
  const drag = async (from: Fingers, to: Fingers) => {
    // One after the other, as they always come.
    for (const [index] of from.entries()) await send('touchStart', from.slice(0, index + 1))
    for (const share of [0.25, 0.5, 0.75, 1])
      await send(
        'touchMove',
        from.map(([x, y], index): Place => {
          const [toX, toY] = to[index] ?? [x, y]
          return [x + (toX - x) * share, y + (toY - y) * share]
        }),
      )
    // Fingers that measure rest before they are lifted. Those that do not have thrown the page, for all the
    // browser knows, and it takes the next tap for the end of that throw.
    const rested = Date.now() + 150
    do await send('touchMove', to)
    while (Date.now() < rested)
    await send('touchEnd', [])
  }
  return {
    ...ground,
    tap: async (place: Place) => {
      await send('touchStart', [place])
      await send('touchEnd', [])
    },
    /** One finger. */
    drag: (from: Place, to: Place) => drag([from], [to]),
    /** Two. */
    pinch: (from: readonly [Place, Place], to: readonly [Place, Place]) => drag(from, to),
  }
}

/** Taps a tool of the bar. What a finger does next it does with that tool, and no sooner. */
export async function tapTool(page: Page, name: string) {
  await button(page, name).tap()
  await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true')
}

/** The page itself has neither scrolled nor grown. */
export async function expectPageStill(page: Page) {
  const moved = await page.evaluate(() => {
    const { offsetLeft = 0, offsetTop = 0, scale = 1 } = visualViewport ?? {}
    return { scrolled: [scrollX, scrollY, offsetLeft, offsetTop], scale }
  })
  expect(moved).toEqual({ scrolled: [0, 0, 0, 0], scale: 1 })
}
