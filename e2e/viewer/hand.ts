import type { Locator, Page } from '@playwright/test'
import type { wordsIn } from '../words.ts'
import { cell, size, spacing } from './viewer-desk.ts'

type Place = readonly [x: number, y: number]

/** A hand on the image: places are whole screen pixels from the middle of the cell. */
export async function handOn(page: Page, stage: Locator) {
  const box = await stage.boundingBox()
  if (!box) throw new Error('nothing to draw on')
  const middle = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] as const
  const at = ([x, y]: Place) => [middle[0] + x, middle[1] + y] as const
  const scale = Math.min(box.width / size.columns, box.height / size.rows)
  return {
    /** Millimetres in the animal of so many pixels on the screen. */
    mm: (pixels: number) => (pixels / scale) * spacing,
    click: (place: Place) => page.mouse.click(...at(place)),
    hover: (place: Place) => page.mouse.move(...at(place)),
    drag: async (from: Place, to: Place) => {
      await page.mouse.move(...at(from))
      await page.mouse.down()
      const began = Date.now()
      do await page.mouse.move(...at(to), { steps: 4 })
      while (Date.now() - began < 250)
      await page.mouse.up()
    },
  }
}

/** What stands beside the drawings. */
export const words = (page: Page) => page.locator('svg[data-drawings-of] text')
export const tenths = (value: number) => value.toFixed(1)
export const stageOf = (page: Page, t: ReturnType<typeof wordsIn>) =>
  cell(page, t, 1, 1).getByRole('application')
