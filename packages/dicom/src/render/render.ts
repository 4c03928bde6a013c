import { decodeFrame } from '../decode/decode-frame.ts'
import { describeImage } from '../read/image.ts'
import { readDicom } from '../read/read-dicom.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { applyPalette, toRgb } from './colour.ts'
import { renderGreyscale } from './greyscale.ts'
import type { GetDisplayBuffer } from './greyscale.ts'
import { shrinkImage } from './rendered-image.ts'
import type { RenderedImage } from './rendered-image.ts'
import type { VoiWindow } from './voi-lut.ts'

export interface RenderOptions {
  /** Counts from 0. */
  readonly frame?: number | undefined
  /** Replaces the window or VOI LUT of the file; ignored for colours. */
  readonly window?: VoiWindow | undefined
  /** Inverts the result, after everything that the file declares. */
  readonly isInverted?: boolean | undefined
  /** In pixels; the image is shrunk until it fits, never enlarged. */
  readonly longestEdge?: number | undefined
  /** Lets a caller that renders many images reuse one buffer for grey levels. */
  readonly getDisplayBuffer?: GetDisplayBuffer | undefined
}

const fit = (image: RenderedImage, longestEdge: number | undefined) =>
  longestEdge === undefined ? image : shrinkImage(image, longestEdge)

/** Renders a frame with the modality LUT, VOI LUT and presentation LUT of its file. */
export async function renderFrame(
  file: DicomFile,
  { frame = 0, longestEdge, window, isInverted = false, getDisplayBuffer }: RenderOptions = {},
): Promise<RenderedImage> {
  const image = describeImage(file.dataSet)
  const pixels = await decodeFrame(file, image, frame)
  const isPalette = pixels.photometric === 'PALETTE COLOR'
  const isGrey = pixels.samples === 1 && !isPalette
  const rendered: RenderedImage = {
    width: image.columns,
    height: image.rows,
    channels: isGrey ? 1 : 3,
    data: isGrey
      ? renderGreyscale(file.dataSet, pixels, { frame, window, getDisplayBuffer })
      : isPalette
        ? applyPalette(file.dataSet, pixels)
        : toRgb(pixels),
  }
  if (isInverted) {
    // Copied, because colours may be a view of the file, which must not change.
    return fit({ ...rendered, data: rendered.data.map((value) => 255 - value) }, longestEdge)
  }
  return fit(rendered, longestEdge)
}

export const renderDicom = (bytes: Uint8Array, options?: RenderOptions): Promise<RenderedImage> =>
  renderFrame(readDicom(bytes), options)
