import type { Locator, Page } from '@playwright/test'
import type { wordsIn } from '../words.ts'
import { cell, pauseOfAHand, size, spacing } from './viewer-desk.ts'

type Words = ReturnType<typeof wordsIn>

/** In whole screen pixels from the middle of the cell. */
export type Place = readonly [x: number, y: number]
/** In pixels of the image, from the corner of the first. */
interface Pixel {
  readonly x: number
  readonly y: number
}

interface Imaged {
  readonly columns: number
  readonly rows: number
  /** In mm from one pixel to the next. */
  readonly spacing: number
}

const usual: Imaged = { ...size, spacing }

/** Where an image that fits its cell stands on the page. */
export async function groundOf(stage: Locator, { columns, rows, spacing: mm } = usual) {
  const box = await stage.boundingBox()
  if (!box) throw new Error('nothing to draw on')
  const centre = [box.x + box.width / 2, box.y + box.height / 2] as const
  const middle = [Math.round(centre[0]), Math.round(centre[1])] as const
  const scale = Math.min(box.width / columns, box.height / rows)
  const at = ([x, y]: Place) => [middle[0] + x, middle[1] + y] as const
  return {
    /** On the page. */
    at,
    /** In the cell. */
    inCell: (place: Place): Place => [at(place)[0] - box.x, at(place)[1] - box.y],
    /** Millimetres in the animal of so many pixels on the screen. */
    mm: (pixels: number) => (pixels / scale) * mm,
    pixelAt: (place: Place): Pixel => ({
      x: (at(place)[0] - centre[0]) / scale + columns / 2,
      y: (at(place)[1] - centre[1]) / scale + rows / 2,
    }),
    /** The nearest to a point of the image. */
    placeOf: ({ x, y }: Pixel): Place => [
      Math.round(centre[0] + (x - columns / 2) * scale - middle[0]),
      Math.round(centre[1] + (y - rows / 2) * scale - middle[1]),
    ],
  }
}

/** A hand on the image, with a mouse. */
export async function handOn(page: Page, stage: Locator, image = usual) {
  const ground = await groundOf(stage, image)
  const { at } = ground
  return {
    ...ground,
    click: (place: Place) => page.mouse.click(...at(place)),
    doubleClick: (place: Place) => page.mouse.dblclick(...at(place)),
    hover: (place: Place) => page.mouse.move(...at(place)),
    press: async (place: Place) => {
      await page.mouse.move(...at(place))
      await page.mouse.down()
    },
    release: () => page.mouse.up(),
    drag: async (from: Place, to: Place) => {
      await page.mouse.move(...at(from))
      await page.mouse.down()
      const began = Date.now()
      await page.mouse.move(...at(to), { steps: 4 })
      await pauseOfAHand(began)
      await page.mouse.up()
    },
    /** Without letting go in between. */
    follow: async ([first, ...others]: readonly [Place, ...Place[]]) => {
      await page.mouse.move(...at(first))
      await page.mouse.down()
      for (const place of others) await page.mouse.move(...at(place), { steps: 6 })
      await page.mouse.up()
    },
  }
}

/** What stands beside the drawings. */
export const words = (page: Page) => page.locator('svg[data-drawings-of] text')
export const drawings = (page: Page, tool?: string) =>
  page.locator(
    `svg[data-drawings-of] [data-drawing]${tool === undefined ? '' : `[data-tool=${tool}]`}`,
  )
export const tenths = (value: number) => value.toFixed(1)
export const stageOf = (page: Page, t: Words) => cell(page, t, 1, 1).getByRole('application')
export const guide = (page: Page, t: Words) =>
  page.getByRole('region', { name: t('measure:guide.label') }).getByRole('status')

type Group = 'measure' | 'annotate' | 'advanced'

/** Takes a tool from its group in the bar; a group bears the name of its tool while that is in use. */
export async function take(page: Page, t: Words, group: Group, tool: string) {
  const name = new RegExp(`^${t(`viewerPanel:group.${group}`)}(?:: |$)`, 'u')
  await page.getByRole('toolbar').getByRole('button', { name }).click()
  await page.getByRole('menuitemradio', { name: tool, exact: true }).click()
}

/** The corners of the first line of a drawing, in its cell. */
export async function cornersOf(drawing: Locator): Promise<readonly Place[]> {
  const way = await drawing.locator('path').first().getAttribute('d')
  return [...(way ?? '').matchAll(/(?<x>-?[\d.]+) (?<y>-?[\d.]+)/gu)].map(
    ({ groups }) => [Number(groups?.x), Number(groups?.y)] as const,
  )
}
