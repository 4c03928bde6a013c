import type { Page } from '@playwright/test'
import { writeFileChunks, renderDicom } from '../../packages/dicom/src/index.ts'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { openViewer, showImage, storeFile, fullImage } from '../pages/viewer-page.ts'

/**
 * Squares of one stored value each, so that the centre of each shows its grey level at any scale.
 */
const [across, down, edge] = [8, 6, 50]
const squares = Array.from({ length: across * down }, (_, at) => at)
const getCentre = (square: number) => ({
  x: (square % across) * edge + edge / 2,
  y: Math.floor(square / across) * edge + edge / 2,
})

/** A chequerboard image; `mark` makes its study unique to the test. */
function createBoard(
  mark: string,
  number: number,
  attributes: Readonly<Record<string, unknown>>,
  lowest: number,
) {
  const columns = across * edge
  const values = Int32Array.from({ length: columns * down * edge }, (_, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)]
    return lowest + 83 * (Math.floor(y / edge) * across + Math.floor(x / edge))
  })
  const native = new Uint8Array(Uint16Array.from(values).buffer)
  return Buffer.concat(
    writeFileChunks(
      {
        SOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
        SOPInstanceUID: toUid(`image ${mark} ${number}`),
        StudyInstanceUID: toUid(`study ${mark}`),
        SeriesInstanceUID: toUid(`series ${mark} ${number}`),
        SeriesNumber: number,
        SeriesDescription: `Chest ${number}`,
        StudyDate: '20260105',
        StudyTime: '101500',
        Modality: 'DX',
        BodyPartExamined: 'CHEST',
        ViewPosition: 'VD',
        PatientName: 'Keller^Rex',
        PatientID: `X-${mark}`,
        InstanceNumber: number,
        SamplesPerPixel: 1,
        PhotometricInterpretation: 'MONOCHROME2',
        Rows: down * edge,
        Columns: columns,
        BitsAllocated: 16,
        BitsStored: 16,
        HighBit: 15,
        PixelRepresentation: 0,
        ...attributes,
      },
      { transferSyntaxUid: '1.2.840.10008.1.2.1', pixels: { native, bitsAllocated: 16 } },
    ),
  )
}

/** The colours in the centre of the squares on the canvas of the viewer. */
const readColours = (page: Page) =>
  fullImage(page)
    .first()
    .evaluate(
      (element, [columns, rows, centres]) => {
        if (!(element instanceof HTMLCanvasElement)) return []
        const { width, height } = element
        // The image is fitted: as large as possible, and centred.
        const scale = Math.min(width / columns, height / rows)
        const [left, top] = [(width - columns * scale) / 2, (height - rows * scale) / 2]
        const context = element.getContext('2d')
        return centres.map(({ x, y }) => [
          ...(context?.getImageData(left + x * scale, top + y * scale, 1, 1).data ?? []),
        ])
      },
      [across * edge, down * edge, squares.map(getCentre)] as const,
    )

const window = { WindowCenter: 1800, WindowWidth: 2500 }
const kinds = [
  ['a window', window, 0],
  ['no window', {}, 300],
  ['low is bright', { ...window, PhotometricInterpretation: 'MONOCHROME1' }, 0],
  ['a curve', { ...window, VOILUTFunction: 'SIGMOID' }, 0],
  ['negative values', { WindowCenter: 0, WindowWidth: 3000, PixelRepresentation: 1 }, -1900],
  ['rescaled', { ...window, RescaleSlope: -2, RescaleIntercept: 4000, RescaleType: 'US' }, 0],
] as const

test('the viewer shows the same grey levels as the renderer of the server', async ({
  page,
  records,
  t,
}) => {
  const boards = kinds.map(([name, attributes, lowest], at) => ({
    name,
    number: at + 1,
    file: createBoard(records.clinic.name, at + 1, attributes, lowest),
  }))
  for (const { name, file } of boards) await storeFile(records, name, new Uint8Array(file))
  await openViewer(page, records.clinic.admin)
  for (const { name, number, file } of boards)
    await test.step(name, async () => {
      await showImage(page, t, number)
      const { data, width } = await renderDicom(file)
      const expected = squares.map((square) => {
        const { x, y } = getCentre(square)
        return data[y * width + x] ?? 0
      })
      // The canvas is drawn a moment after the image has loaded.
      await expect
        .poll(async () => {
          const colours = await readColours(page)
          const differences = colours.flatMap(
            ([red = 0, green = 0, blue = 0, opacity = 0], square) => {
              const grey = expected[square] ?? 0
              const isGrey = red === green && green === blue && opacity === 255
              return isGrey ? [Math.abs(red - grey)] : [256]
            },
          )
          return Math.max(...differences)
        })
        .toBeLessThanOrEqual(1)
      // Otherwise the test would pass on a black image.
      expect(new Set(expected).size).toBeGreaterThan(10)
    })
})
