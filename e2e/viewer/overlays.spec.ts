import type { Page } from '@playwright/test'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { createOverlayElements } from '../../packages/dicom/src/testing/overlay-elements.ts'
import {
  createDicomFile,
  createImageElements,
} from '../../packages/dicom/src/testing/synthetic-file.ts'
import type { NewElement } from '../../packages/dicom/src/testing/synthetic-file.ts'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { fullImage, openViewer, showImage, storeFile } from '../pages/viewer-page.ts'
import { createMouse, drawingLabels, drawingLayer } from './mouse.ts'

const [columns, rows] = [400, 200]

/** An image of one grey level, 200 of 255. */
function createGreyFile(mark: string, number: number, more: readonly NewElement[]) {
  const own = new Map<number, NewElement>(
    (
      [
        [0x00_08_00_18, 'UI', toUid(`image ${mark} ${number}`)],
        [0x00_08_10_3e, 'LO', `Chest ${number}`],
        [0x00_10_00_10, 'PN', 'Keller^Rex'],
        [0x00_10_00_20, 'LO', `X-${mark}`],
        [0x00_20_00_0d, 'UI', toUid(`study ${mark}`)],
        [0x00_20_00_0e, 'UI', toUid(`series ${mark} ${number}`)],
        [0x00_20_00_11, 'IS', String(number)],
        [0x00_20_00_13, 'IS', String(number)],
        [0x00_28_10_50, 'DS', '128'],
        [0x00_28_10_51, 'DS', '256'],
        ...more,
      ] as const satisfies readonly NewElement[]
    ).map((element) => [element[0], element]),
  )
  const elements = createImageElements({ columns, rows, bitsStored: 8 })
  for (const element of elements) if (!own.has(element[0])) own.set(element[0], element)
  const pixels = new Uint8Array(new Uint16Array(columns * rows).fill(200).buffer)
  return createDicomFile([
    ...[...own.values()].toSorted(([one], [other]) => one - other),
    [0x7f_e0_00_10, 'OW', pixels],
  ])
}

/** The side marker: a square of 40 pixels, whose middle is at column 70 and row 60. */
const marker = createOverlayElements({
  picture: Array<string>(40).fill('#'.repeat(40)),
  origin: [41, 51],
})
const shutter: NewElement[] = [
  [0x00_18_16_00, 'CS', 'RECTANGULAR'],
  [0x00_18_16_02, 'IS', '21'],
  [0x00_18_16_04, 'IS', '380'],
  [0x00_18_16_06, 'IS', '1'],
  [0x00_18_16_08, 'IS', '200'],
]

/**
 * The grey levels at points of the fitted image, as shares of its width and height; -1 is outside of
 * it. `shape` is its width divided by its height.
 */
const readLevels = (page: Page, shape: number, points: readonly (readonly [number, number])[]) =>
  fullImage(page)
    .first()
    .evaluate(
      (element, [ratio, places]) => {
        if (!(element instanceof HTMLCanvasElement)) return []
        const { width, height } = element
        const across = Math.min(width, height * ratio)
        const [left, top] = [(width - across) / 2, (height - across / ratio) / 2]
        const context = element.getContext('2d')
        return places.map(([x, y]) => {
          const at = [left + x * across, top + (y * across) / ratio] as const
          const [grey = 0, , , opacity] = context?.getImageData(...at, 1, 1).data ?? []
          return opacity === 255 ? grey : -1
        })
      },
      [shape, points] as const,
    )

test.describe('overlays', () => {
  test.use({ language: 'fr' })

  test('the viewer shows side markers and shutter of the file, and pixels that are not square', async ({
    page,
    records,
    t,
  }) => {
    const mark = records.clinic.name
    const marked = createGreyFile(mark, 1, [...marker, ...shutter])
    const tall = createGreyFile(mark, 2, [[0x00_28_00_34, 'IS', String.raw`2\1`]])
    await storeFile(records, 'marked', marked)
    await storeFile(records, 'tall', tall)
    await openViewer(page, records.clinic.admin, 'fr')
    await showImage(page, t, 1)
    // In the marker, in its outline, on the image, and under the shutter.
    const points = [
      [70 / columns, 60 / rows],
      [49.6 / columns, 60 / rows],
      [0.5, 0.5],
      [10 / columns, 0.5],
    ] as const
    const readPoints = () => readLevels(page, columns / rows, points)
    await expect.poll(readPoints).toEqual([255, expect.any(Number), 200, 0])
    expect((await readPoints())[1]).toBeLessThan(120)
    // Neither follows the inversion; both follow a rotation.
    await page.keyboard.press('i')
    await expect.poll(readPoints).toEqual([255, expect.any(Number), 55, 0])
    await page.keyboard.press('i')
    await page.keyboard.press('r')
    const turned = () =>
      readLevels(page, rows / columns, [
        [1 - 60 / rows, 70 / columns],
        [0.5, 0.02],
      ])
    await expect.poll(turned).toEqual([255, 0])
    await page.keyboard.press('q')

    const button = page.getByRole('toolbar').getByRole('button', { name: t('viewerPanel:overlay') })
    await expect(button).toHaveAccessibleName('Masquer les repères du fichier')
    const note = page.getByText('Repères du fichier masqués')
    await expect(note).toBeHidden()
    await page.keyboard.press('n')
    await expect.poll(readPoints).toEqual([200, 200, 200, 0])
    await expect(note).toBeVisible()
    await expect(button).toHaveAttribute('aria-pressed', 'true')

    await showImage(page, t, 2)
    await expect(button).toBeHidden()
    // Twice as high as its pixels: square.
    await expect
      .poll(() =>
        readLevels(page, 1, [
          [0.02, 0.02],
          [0.98, 0.98],
          [-0.02, 0.5],
        ]),
      )
      .toEqual([200, 200, -1])
    await page.keyboard.press('a')
    const mouse = await createMouse(page, drawingLayer(page, t))
    await mouse.drag([100, -106], [0, 0])
    await mouse.click([100, 106])
    // In stored pixels it would be 55.8 degrees.
    await expect(drawingLabels(page).first()).toHaveText('93,3°')

    // An image that is opened again shows its markers.
    await showImage(page, t, 1)
    await expect.poll(readPoints).toEqual([255, expect.any(Number), 200, 0])
    await expect(note).toBeHidden()
    await button.click()
    await expect.poll(readPoints).toEqual([200, 200, 200, 0])
  })
})
