import type { Page } from '@playwright/test'
import { fileChunks, renderDicom } from '../../packages/dicom/src/index.ts'
import { uidFor } from '../../apps/server/src/testing/dicom-objects.ts'
import { test } from '../clinic-day.ts'
import { expect } from '../fixtures.ts'
import { openViewer, show, storeFile, whole } from './viewer-desk.ts'

/** Squares of one number each, so that the middle of each shows its grey at any scale. */
const [across, down, edge] = [8, 6, 50]
const squares = Array.from({ length: across * down }, (_, at) => at)
const middleOf = (square: number) => ({
  x: (square % across) * edge + edge / 2,
  y: Math.floor(square / across) * edge + edge / 2,
})

/** An image of a study that the mark stands for. */
function board(
  mark: string,
  number: number,
  attributes: Readonly<Record<string, unknown>>,
  lowest: number,
) {
  const columns = across * edge
  const numbers = Int32Array.from({ length: columns * down * edge }, (_, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)]
    return lowest + 83 * (Math.floor(y / edge) * across + Math.floor(x / edge))
  })
  const native = new Uint8Array(Uint16Array.from(numbers).buffer)
  return Buffer.concat(
    fileChunks(
      {
        SOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
        SOPInstanceUID: uidFor(`image ${mark} ${number}`),
        StudyInstanceUID: uidFor(`study ${mark}`),
        SeriesInstanceUID: uidFor(`series ${mark} ${number}`),
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

/** The greys in the middle of the squares, as the canvas of the viewer holds them. */
const shownGreys = (page: Page) =>
  whole(page)
    .first()
    .evaluate(
      (element, [columns, rows, middles]) => {
        if (!(element instanceof HTMLCanvasElement)) return []
        const { width, height } = element
        // It fits: as large as it can be, in the middle.
        const scale = Math.min(width / columns, height / rows)
        const [left, top] = [(width - columns * scale) / 2, (height - rows * scale) / 2]
        const context = element.getContext('2d')
        return middles.map(({ x, y }) => [
          ...(context?.getImageData(left + x * scale, top + y * scale, 1, 1).data ?? []),
        ])
      },
      [across * edge, down * edge, squares.map(middleOf)] as const,
    )

const window = { WindowCenter: 1800, WindowWidth: 2500 }
const kinds = [
  ['a window', window, 0],
  ['no window', {}, 300],
  ['low is bright', { ...window, PhotometricInterpretation: 'MONOCHROME1' }, 0],
  ['a curve', { ...window, VOILUTFunction: 'SIGMOID' }, 0],
  ['negative numbers', { WindowCenter: 0, WindowWidth: 3000, PixelRepresentation: 1 }, -1900],
  ['rescaled', { ...window, RescaleSlope: -2, RescaleIntercept: 4000, RescaleType: 'US' }, 0],
] as const

test('the greys of the viewer are those of the archive', async ({ page, day, t }) => {
  const boards = kinds.map(([name, attributes, lowest], at) => ({
    name,
    number: at + 1,
    file: board(day.clinic.name, at + 1, attributes, lowest),
  }))
  for (const { name, file } of boards) await storeFile(day, name, new Uint8Array(file))
  await openViewer(page, day.clinic.admin)
  for (const { name, number, file } of boards)
    await test.step(name, async () => {
      await show(page, t, number)
      const { data, width } = await renderDicom(file)
      const expected = squares.map((square) => {
        const { x, y } = middleOf(square)
        return data[y * width + x] ?? 0
      })
      // A moment after the image is there it is on the canvas.
      await expect
        .poll(async () => {
          const shown = await shownGreys(page)
          const off = shown.flatMap(([red = 0, green = 0, blue = 0, opacity = 0], square) => {
            const grey = expected[square] ?? 0
            const isGrey = red === green && green === blue && opacity === 255
            return isGrey ? [Math.abs(red - grey)] : [256]
          })
          return Math.max(...off)
        })
        .toBeLessThanOrEqual(1)
      // The test would pass on a black picture otherwise.
      expect(new Set(expected).size).toBeGreaterThan(10)
    })
})
