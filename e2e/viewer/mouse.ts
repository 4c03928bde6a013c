import type { Locator, Page } from '@playwright/test'
import type { createTranslator } from '../support/i18n-texts.ts'
import { viewportAt, pauseBeforeRelease, imageSize, pixelSpacing } from '../pages/viewer-page.ts'

type Translate = ReturnType<typeof createTranslator>

/** A point in whole screen pixels, relative to the centre of the viewport. */
export type Offset = readonly [x: number, y: number]
/** A point in pixels of the image, from the corner of the first pixel. */
interface Pixel {
  readonly x: number
  readonly y: number
}

interface ImageGeometry {
  readonly columns: number
  readonly rows: number
  /** Pixel spacing in mm. */
  readonly spacing: number
}

const defaultImage: ImageGeometry = { ...imageSize, spacing: pixelSpacing }

/**
 * Conversions between offsets, the page and the pixels of an image that is fitted into its
 * viewport.
 */
export async function getImageGeometry(
  layer: Locator,
  { columns, rows, spacing: mm } = defaultImage,
) {
  const box = await layer.boundingBox()
  if (!box) throw new Error('nothing to draw on')
  const centre = [box.x + box.width / 2, box.y + box.height / 2] as const
  const middle = [Math.round(centre[0]), Math.round(centre[1])] as const
  const scale = Math.min(box.width / columns, box.height / rows)
  const at = ([x, y]: Offset) => [middle[0] + x, middle[1] + y] as const
  return {
    /** Converts an offset to coordinates of the page. */
    at,
    /** Converts an offset to coordinates of the viewport. */
    toViewport: (offset: Offset): Offset => [at(offset)[0] - box.x, at(offset)[1] - box.y],
    /** Converts screen pixels to millimetres of the patient. */
    toMm: (pixels: number) => (pixels / scale) * mm,
    toPixel: (offset: Offset): Pixel => ({
      x: (at(offset)[0] - centre[0]) / scale + columns / 2,
      y: (at(offset)[1] - centre[1]) / scale + rows / 2,
    }),
    /** The offset that is nearest to a point of the image. */
    toOffset: ({ x, y }: Pixel): Offset => [
      Math.round(centre[0] + (x - columns / 2) * scale - middle[0]),
      Math.round(centre[1] + (y - rows / 2) * scale - middle[1]),
    ],
  }
}

/** Uses the mouse on the image. */
export async function createMouse(page: Page, layer: Locator, image = defaultImage) {
  const geometry = await getImageGeometry(layer, image)
  const { at } = geometry
  return {
    ...geometry,
    click: (offset: Offset) => page.mouse.click(...at(offset)),
    doubleClick: (offset: Offset) => page.mouse.dblclick(...at(offset)),
    hover: (offset: Offset) => page.mouse.move(...at(offset)),
    press: async (offset: Offset) => {
      await page.mouse.move(...at(offset))
      await page.mouse.down()
    },
    release: () => page.mouse.up(),
    drag: async (from: Offset, to: Offset) => {
      await page.mouse.move(...at(from))
      await page.mouse.down()
      const began = Date.now()
      await page.mouse.move(...at(to), { steps: 4 })
      await pauseBeforeRelease(began)
      await page.mouse.up()
    },
    /** Drags through all points without releasing the button. */
    drawPath: async ([first, ...others]: readonly [Offset, ...Offset[]]) => {
      await page.mouse.move(...at(first))
      await page.mouse.down()
      for (const offset of others) await page.mouse.move(...at(offset), { steps: 6 })
      await page.mouse.up()
    },
  }
}

/** Without Ctrl the wheel goes through the images. */
export async function zoomByWheel(page: Page, deltaY: number) {
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, deltaY)
  await page.keyboard.up('Control')
}

/** The text labels of the drawings. */
export const drawingLabels = (page: Page) => page.locator('svg[data-drawings-of] text')
export const drawings = (page: Page, tool?: string) =>
  page.locator(
    `svg[data-drawings-of] [data-drawing]${tool === undefined ? '' : `[data-tool=${tool}]`}`,
  )
export const formatTenths = (value: number) => value.toFixed(1)
export const drawingLayer = (page: Page, t: Translate) =>
  viewportAt(page, t, 1, 1).getByRole('application')
export const guide = (page: Page, t: Translate) =>
  page.getByRole('region', { name: t('measure:guide.label') }).getByRole('status')

type Group = 'measure' | 'annotate' | 'advanced'

/** Selects a tool in its group of the toolbar; the name of a group includes its active tool. */
export async function selectTool(page: Page, t: Translate, group: Group, tool: string) {
  const name = new RegExp(`^${t(`viewerPanel:group.${group}`)}(?:: |$)`, 'u')
  await page.getByRole('toolbar').getByRole('button', { name }).click()
  await page.getByRole('menuitemradio', { name: tool, exact: true }).click()
}

/** The corners of the first line of a drawing, in coordinates of its viewport. */
export async function readCorners(drawing: Locator): Promise<readonly Offset[]> {
  const path = await drawing.locator('path').first().getAttribute('d')
  return [...(path ?? '').matchAll(/(?<x>-?[\d.]+) (?<y>-?[\d.]+)/gu)].map(
    ({ groups }) => [Number(groups?.x), Number(groups?.y)] as const,
  )
}
