import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import type { Translate } from '../support/i18n-texts.ts'

export const viewport = (page: Page, number = 0) => page.locator(`[data-viewport='${number}']`)

/** The layer of a viewport that handles pointers and keys. */
export const layer = (page: Page, number = 0) =>
  viewport(page, number).locator('[role=application]').first()

/** A line of the text overlay. */
export const line = (page: Page, name: string, number = 0) =>
  viewport(page, number).locator(`[data-line=${name}]`)

/** The number of the slice; that of the scanner follows it if it differs. */
export const expectSlice = (page: Page, number: number, count: number, viewportNumber = 0) =>
  expect(
    viewport(page, viewportNumber).getByText(
      new RegExp(`^Slice ${number} of ${count}( · image \\d+)?$`, 'u'),
    ),
  ).toBeVisible()

/** The pixels on the screen, to compare two pictures. */
export const readPicture = (picture: Locator) =>
  picture.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

export const seriesList = (page: Page, name: string) => page.getByRole('navigation', { name })

/** `g` and the key of a layout. */
export async function chooseLayout(page: Page, key: string, layout: string) {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await expect(page.locator(`[data-layout='${layout}']`)).toBeVisible()
}

/** The grey levels of a 3D picture, reduced to the same size for pictures of any resolution. */
export const readReduced = (picture: Locator): Promise<readonly number[]> =>
  picture.evaluate((canvas: HTMLCanvasElement) => {
    const small = document.createElement('canvas')
    Object.assign(small, { width: 40, height: 24 })
    const context = small.getContext('2d')
    if (!context) return []
    context.imageSmoothingQuality = 'high'
    context.drawImage(canvas, 0, 0, small.width, small.height)
    const { data } = context.getImageData(0, 0, small.width, small.height)
    return [...data].filter((_, at) => at % 4 === 1)
  })

/** Lets the software renderer of the test pass for a graphics card from the next page on. */
export const pretendGraphicsCard = (page: Page) =>
  page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext
    const original = Reflect.get(prototype, 'getParameter') as () => unknown
    const unmaskedRenderer = 0x92_46
    Object.defineProperty(prototype, 'getParameter', {
      value(this: WebGL2RenderingContext, name: number): unknown {
        return name === unmaskedRenderer ? 'A graphics card' : Reflect.apply(original, this, [name])
      },
    })
  })

/** Presses a button of the toolbar, or of the menu that has those without space in the bar. */
export async function pressCommand(page: Page, t: Translate, name: string) {
  const inBar = page.getByRole('toolbar').getByRole('button', { name, exact: true })
  const more = page.getByRole('button', { name: t('viewerPanel:more'), exact: true })
  await expect(inBar.or(more).first()).toBeVisible()
  if (await inBar.isVisible()) return inBar.click()
  await more.click()
  return page.getByRole('menuitem', { name, exact: true }).click()
}
