import { decodeFrame } from '../decode/decode-frame.ts'
import type { StoredPixels } from '../decode/stored-pixels.ts'
import { limits } from '../limits.ts'
import { describeImage } from '../read/image.ts'
import { readPixelAspect } from '../read/pixel-aspect.ts'
import { readDicom } from '../read/read-dicom.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { applyBitmapShutter, applyShutter } from './apply-shutter.ts'
import { applyPalette, toRgb } from './colour.ts'
import { drawOverlay } from './draw-overlay.ts'
import { renderGreyscale } from './greyscale.ts'
import type { GetDisplayBuffer } from './greyscale.ts'
import { readImagePlanes } from './image-planes.ts'
import { resizeImage } from './rendered-image.ts'
import type { RenderedImage } from './rendered-image.ts'
import { readShutter } from './shutter.ts'
import type { VoiWindow } from './voi-lut.ts'

export interface RenderOptions {
  /** Counts from 0. */
  readonly frame?: number | undefined
  /** Replaces the window or VOI LUT of the file; ignored for colours. */
  readonly window?: VoiWindow | undefined
  /** A VOI LUT of the file, from 0, instead of its default; ignored if it does not exist. */
  readonly voiLut?: number | undefined
  /** Inverts the grey levels, after everything that the file declares; overlays stay white. */
  readonly isInverted?: boolean | undefined
  /** In pixels; the image is shrunk until it fits, never enlarged. */
  readonly longestEdge?: number | undefined
  /** Lets a caller that renders many images reuse one buffer for grey levels. */
  readonly getDisplayBuffer?: GetDisplayBuffer | undefined
}

/** A smaller difference is not visible; interpolating for it would only blur the image. */
const visibleDistortion = 0.01

/**
 * The size of an image with square pixels that loses no detail, shrunk until no edge is longer than
 * `longestEdge`. /
 */
export function computeSquareSize(
  { width, height }: Pick<RenderedImage, 'width' | 'height'>,
  pixelAspect: number,
  longestEdge: number = Infinity,
): { readonly width: number; readonly height: number } {
  const isSquare = Math.abs(pixelAspect - 1) < visibleDistortion
  const wide = isSquare ? width : width * Math.max(1, 1 / pixelAspect)
  const high = isSquare ? height : height * Math.max(1, pixelAspect)
  const scale = Math.min(
    1,
    longestEdge / Math.max(wide, high),
    Math.sqrt(limits.pixels / (wide * high)),
  )
  return {
    width: Math.max(1, Math.round(wide * scale)),
    height: Math.max(1, Math.round(high * scale)),
  }
}

/**
 * The grey levels or colours of a frame: modality LUT, VOI LUT and presentation LUT, without
 * anything that lies over the pixels. /
 */
export async function renderPlainFrame(
  file: DicomFile,
  { frame = 0, window, voiLut, isInverted = false, getDisplayBuffer }: RenderOptions = {},
): Promise<{ readonly rendered: RenderedImage; readonly pixels: StoredPixels }> {
  const { dataSet } = file
  const pixels = await decodeFrame(file, describeImage(dataSet), frame)
  const isPalette = pixels.photometric === 'PALETTE COLOR'
  const isGrey = pixels.samples === 1 && !isPalette
  const data = isGrey
    ? renderGreyscale(dataSet, pixels, { frame, window, voiLut, getDisplayBuffer })
    : isPalette
      ? applyPalette(dataSet, pixels)
      : toRgb(pixels)
  const rendered: RenderedImage = {
    width: pixels.columns,
    height: pixels.rows,
    channels: isGrey ? 1 : 3,
    // Copied, because colours may be a view of the file, which must not change.
    data: isInverted ? data.map((value) => 255 - value) : data,
  }
  return { rendered, pixels }
}

/** Colours may be a view of the file, which must not change. */
const ownPixels = (image: RenderedImage, { cells }: StoredPixels): RenderedImage =>
  image.data.buffer === cells.buffer ? { ...image, data: image.data.slice() } : image

/**
 * Renders a frame as its file wants it shown: grey levels or colours, display shutter, square
 * pixels, and overlay planes on top.
 */
export async function renderFrame(
  file: DicomFile,
  options: RenderOptions = {},
): Promise<RenderedImage> {
  const { frame = 0, longestEdge } = options
  const { dataSet } = file
  const { rendered, pixels } = await renderPlainFrame(file, options)
  const image = describeImage(dataSet)
  const pixelAspect = readPixelAspect(dataSet)
  const shutter = readShutter(dataSet, { ...image, pixelAspect }, frame)
  const source = { dataSet, image, frame, cells: pixels.cells }
  const { graphics, covered } = readImagePlanes(source, shutter)
  const shown = shutter || graphics ? ownPixels(rendered, pixels) : rendered
  if (shutter) {
    applyShutter(shown, shutter, pixelAspect)
    if (covered) applyBitmapShutter(shown, covered, shutter.grey)
  }
  const { width, height } = computeSquareSize(shown, pixelAspect, longestEdge)
  const resized = resizeImage(shown, width, height)
  if (graphics) drawOverlay(resized, graphics)
  return resized
}

export const renderDicom = (bytes: Uint8Array, options?: RenderOptions): Promise<RenderedImage> =>
  renderFrame(readDicom(bytes), options)
