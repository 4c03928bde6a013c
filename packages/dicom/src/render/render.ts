import { decodeFrame } from '../decode/decode-frame.ts'
import { describeImage } from '../read/image.ts'
import { readDicom } from '../read/read-dicom.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { paletteColours, trueColours } from './colour.ts'
import { greys } from './grey.ts'
import { shrink } from './picture.ts'
import type { Picture } from './picture.ts'

export interface RenderOptions {
  /** Counts from 0. */
  readonly frame?: number | undefined
  /** In pixels; the picture is made smaller until it fits, never larger. */
  readonly longestEdge?: number | undefined
}

/** A frame of a file as it is meant to be seen. */
export async function renderFrame(
  file: DicomFile,
  { frame = 0, longestEdge }: RenderOptions = {},
): Promise<Picture> {
  const image = describeImage(file.dataSet)
  const pixels = await decodeFrame(file, image, frame)
  const isPalette = pixels.photometric === 'PALETTE COLOR'
  const isGrey = pixels.samples === 1 && !isPalette
  const picture: Picture = {
    width: image.columns,
    height: image.rows,
    channels: isGrey ? 1 : 3,
    data: isGrey
      ? greys(file.dataSet, pixels, frame)
      : isPalette
        ? paletteColours(file.dataSet, pixels)
        : trueColours(pixels),
  }
  return longestEdge === undefined ? picture : shrink(picture, longestEdge)
}

export const renderDicom = (bytes: Uint8Array, options?: RenderOptions): Promise<Picture> =>
  renderFrame(readDicom(bytes), options)
