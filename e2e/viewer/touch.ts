import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { button } from '../support/clinic-fixture.ts'
import { getImageGeometry } from './mouse.ts'
import type { Offset } from './mouse.ts'

type TouchPoints = readonly [Offset, ...Offset[]]

/**
 * Touches the image as a touch screen does: the browser derives pointer events and gestures from
 * it.
 */
export async function createTouch(page: Page, layer: Locator) {
  const geometry = await getImageGeometry(layer)
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Offset[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => {
        const [x, y] = geometry.at(point)
        return { x, y, id }
      }),
    })
  const drag = async (from: TouchPoints, to: TouchPoints) => {
    // Touches start one after the other, as on a real screen.
    for (const [index] of from.entries()) await send('touchStart', from.slice(0, index + 1))
    for (const share of [0.25, 0.5, 0.75, 1])
      await send(
        'touchMove',
        from.map(([x, y], index): Offset => {
          const [toX, toY] = to[index] ?? [x, y]
          return [x + (toX - x) * share, y + (toY - y) * share]
        }),
      )
    // The touch rests before it ends. Without a rest the browser detects a fling, and treats the
    // next tap as the end of that fling.
    const restUntil = Date.now() + 150
    do await send('touchMove', to)
    while (Date.now() < restUntil)
    await send('touchEnd', [])
  }
  return {
    ...geometry,
    tap: async (point: Offset) => {
      await send('touchStart', [point])
      await send('touchEnd', [])
    },
    /** Drags with one finger. */
    drag: (from: Offset, to: Offset) => drag([from], [to]),
    /** Moves two fingers. */
    pinch: (from: readonly [Offset, Offset], to: readonly [Offset, Offset]) => drag(from, to),
  }
}

/** Taps a tool of the toolbar, and waits until it is active. */
export async function tapTool(page: Page, name: string) {
  await button(page, name).tap()
  await expect(button(page, name)).toHaveAttribute('aria-pressed', 'true')
}

/** Checks that the page has neither scrolled nor zoomed. */
export async function expectPageStill(page: Page) {
  const moved = await page.evaluate(() => {
    const { offsetLeft = 0, offsetTop = 0, scale = 1 } = visualViewport ?? {}
    return { scrolled: [scrollX, scrollY, offsetLeft, offsetTop], scale }
  })
  expect(moved).toEqual({ scrolled: [0, 0, 0, 0], scale: 1 })
}
