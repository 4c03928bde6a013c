import { decodeFrame } from '../decode/decode-frame.ts'
import { describeImage } from '../read/image.ts'
import { readDicom } from '../read/read-dicom.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { paletteColours, trueColours } from './colour.ts'
import { greys } from './grey.ts'
import type { MemoryFor } from './grey.ts'
import { shrink } from './picture.ts'
import type { Picture } from './picture.ts'
import type { Window } from './voi.ts'

export interface RenderOptions {
  /** Counts from 0. */
  readonly frame?: number | undefined
  /** Takes the place of the window or the table of the file; colours have none. */
  readonly window?: Window | undefined
  /** Black for white, after everything that the file wishes for. */
  readonly isInverted?: boolean | undefined
  /** In pixels; the picture is made smaller until it fits, never larger. */
  readonly longestEdge?: number | undefined
  /** Where greys may be put: whoever makes one picture after the other uses the same memory for all. */
  readonly memoryFor?: MemoryFor | undefined
}

const shrunk = (picture: Picture, longestEdge: number | undefined) =>
  longestEdge === undefined ? picture : shrink(picture, longestEdge)

/** A frame of a file as it is meant to be seen. */
export async function renderFrame(
  file: DicomFile,
  { frame = 0, longestEdge, window, isInverted = false, memoryFor }: RenderOptions = {},
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
      ? greys(file.dataSet, pixels, { frame, window, memoryFor })
      : isPalette
        ? paletteColours(file.dataSet, pixels)
        : trueColours(pixels),
  }
  if (isInverted) {
    // Colours of a file may be a window onto it, which must not change.
    return shrunk({ ...picture, data: picture.data.map((value) => 255 - value) }, longestEdge)
  }
  return shrunk(picture, longestEdge)
}

export const renderDicom = (bytes: Uint8Array, options?: RenderOptions): Promise<Picture> =>
  renderFrame(readDicom(bytes), options)
