import type { Attributes } from '../../packages/dicom/src/index.ts'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { columns, createGreyFile, readLevels, rows } from '../pages/grey-image.ts'
import { openViewer, showImage, storeFile } from '../pages/viewer-page.ts'
import { createMouse, drawingLabels, drawingLayer } from './mouse.ts'

/** The side marker: a square of 40 pixels, whose middle is at column 70 and row 60. */
const marker: Attributes = {
  OverlayRows: 40,
  OverlayColumns: 40,
  OverlayType: 'G',
  OverlayOrigin: [41, 51],
  OverlayBitsAllocated: 1,
  OverlayBitPosition: 0,
  OverlayData: new Uint8Array((40 * 40) / 8).fill(255),
}
const shutter: Attributes = {
  ShutterShape: 'RECTANGULAR',
  ShutterLeftVerticalEdge: 21,
  ShutterRightVerticalEdge: 380,
  ShutterUpperHorizontalEdge: 1,
  ShutterLowerHorizontalEdge: 200,
}

test.describe('overlays', () => {
  test.use({ language: 'fr' })

  test('the viewer shows side markers and shutter of the file, and pixels that are not square', async ({
    page,
    records,
    t,
  }) => {
    const mark = records.clinic.name
    const marked = createGreyFile(mark, 1, { ...marker, ...shutter })
    const tall = createGreyFile(mark, 2, { PixelAspectRatio: [2, 1] })
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
