import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { writeFileChunks } from '../../packages/dicom/src/index.ts'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { openViewer, storeFile } from '../pages/viewer-page.ts'
import { readLevels } from '../pages/grey-image.ts'
import { createMouse, drawingLabels, drawingLayer, formatTenths } from './mouse.ts'

/** More than 64 million pixels, which the server does not decode at once. */
const edge = 8200
const spacing = 0.05

/** Its right half is brighter: 200 instead of 50. */
function createLargeFile(mark: string) {
  const native = new Uint8Array(edge * edge).fill(50)
  for (let row = 0; row < edge; row += 1) native.fill(200, row * edge + edge / 2, (row + 1) * edge)
  const attributes = {
    SOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
    SOPInstanceUID: toUid(`large ${mark}`),
    StudyInstanceUID: toUid(`study ${mark}`),
    SeriesInstanceUID: toUid(`series ${mark}`),
    Modality: 'DX',
    PatientName: 'Keller^Rex',
    PatientID: `X-${mark}`,
    PixelSpacing: [spacing, spacing],
    PixelSpacingCalibrationType: 'GEOMETRY',
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    Rows: edge,
    Columns: edge,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelRepresentation: 0,
    WindowCenter: 128,
    WindowWidth: 256,
  }
  const pixels = { native, bitsAllocated: 8 } as const
  const chunks = writeFileChunks(attributes, { transferSyntaxUid: '1.2.840.10008.1.2.1', pixels })
  return new Uint8Array(Buffer.concat(chunks))
}

test('an image beyond the limit of a frame opens reduced, says so, and is measured as it is stored', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  await storeFile(records, 'large', createLargeFile(records.clinic.name))
  await openViewer(page, records.clinic.admin)
  await expect(page.getByText(t('viewer:overlay.reduced', { step: 2 }))).toBeVisible()
  const quarters = () =>
    readLevels(page, 1, [
      [0.25, 0.5],
      [0.75, 0.5],
    ])
  await expect.poll(quarters).toEqual([50, 200])

  const layer = drawingLayer(page, t)
  const mouse = await createMouse(page, layer, { columns: edge, rows: edge, spacing })
  await page.keyboard.press('l')
  await mouse.drag([-100, 0], [100, 0])
  await expect(drawingLabels(page)).toHaveText([`${formatTenths(mouse.toMm(200))} mm`])
})
