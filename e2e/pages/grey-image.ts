import type { Page } from '@playwright/test'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { writeFileChunks } from '../../packages/dicom/src/index.ts'
import type { Attributes } from '../../packages/dicom/src/index.ts'
import { fullImage } from './viewer-page.ts'

export const [columns, rows] = [400, 200]

/** An image of one grey level, 200 of 255. */
export const createGreyFile = (mark: string, number: number, attributes: Attributes) =>
  new Uint8Array(
    Buffer.concat(
      writeFileChunks(
        {
          SOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
          SOPInstanceUID: toUid(`image ${mark} ${number}`),
          StudyInstanceUID: toUid(`study ${mark}`),
          SeriesInstanceUID: toUid(`series ${mark} ${number}`),
          SeriesNumber: number,
          SeriesDescription: `Chest ${number}`,
          InstanceNumber: number,
          Modality: 'DX',
          PatientName: 'Keller^Rex',
          PatientID: `X-${mark}`,
          SamplesPerPixel: 1,
          PhotometricInterpretation: 'MONOCHROME2',
          Rows: rows,
          Columns: columns,
          BitsAllocated: 8,
          BitsStored: 8,
          HighBit: 7,
          PixelRepresentation: 0,
          WindowCenter: 128,
          WindowWidth: 256,
          ...attributes,
        },
        {
          transferSyntaxUid: '1.2.840.10008.1.2.1',
          pixels: { native: new Uint8Array(columns * rows).fill(200), bitsAllocated: 8 },
        },
      ),
    ),
  )

/**
 * The grey levels at points of the fitted image, as shares of its width and height; -1 is outside of
 * it. `shape` is its width divided by its height.
 */
export const readLevels = (
  page: Page,
  shape: number,
  points: readonly (readonly [number, number])[],
) =>
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
