import { decodeFrame } from '../decode/decode-frame.ts'
import type { DataSet } from '../read/data-set.ts'
import { describeImage } from '../read/image.ts'
import type { ImageDescription } from '../read/image.ts'
import { readPixelAspect } from '../read/pixel-aspect.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { coversAll } from './apply-shutter.ts'
import type { BitPlane } from './bit-plane.ts'
import { describeOverlays, readOverlayPlane } from './overlays.ts'
import type { OverlayDescription, OverlaySource } from './overlays.ts'
import { readShutter } from './shutter.ts'
import type { Shutter } from './shutter.ts'

/** The bit planes that an image is shown with. */
interface ImagePlanes {
  /** All overlays, merged. */
  readonly graphics: BitPlane | undefined
  /** The pixels that a bitmap shutter covers. */
  readonly covered: BitPlane | undefined
}

/** The planes that a file has; known from its header. */
export interface PlanesDescription {
  readonly graphics: boolean
  readonly shutter: boolean
  /** Whether they may differ from frame to frame. */
  readonly perFrame: boolean
}

function sortOverlays(
  dataSet: DataSet,
  image: ImageDescription,
  shutter: Shutter | undefined,
): { readonly graphics: OverlayDescription[]; readonly covering: OverlayDescription[] } {
  const graphics: OverlayDescription[] = []
  const covering: OverlayDescription[] = []
  for (const overlay of describeOverlays(dataSet, image)) {
    if (overlay.group === shutter?.overlayGroup) covering.push({ ...overlay, isRegion: false })
    else graphics.push(overlay)
  }
  return { graphics, covering }
}

/** Needs only the header. Undefined if the file has no overlay that can be drawn. */
export function describeImagePlanes(
  dataSet: DataSet,
  image: ImageDescription,
  shutter: Shutter | undefined,
): PlanesDescription | undefined {
  const { graphics, covering } = sortOverlays(dataSet, image, shutter)
  const all = [...graphics, ...covering]
  if (all.length === 0) return undefined
  return {
    graphics: graphics.length > 0,
    shutter: covering.length > 0,
    perFrame:
      image.frames > 1 &&
      all.some(({ frames, cellBit }) => frames !== undefined || cellBit !== undefined),
  }
}

export function readImagePlanes(source: OverlaySource, shutter: Shutter | undefined): ImagePlanes {
  const { graphics, covering } = sortOverlays(source.dataSet, source.image, shutter)
  const covered = covering.length > 0 ? readOverlayPlane(source, covering) : undefined
  return {
    graphics: graphics.length > 0 ? readOverlayPlane(source, graphics) : undefined,
    covered: covered && !coversAll(covered) ? covered : undefined,
  }
}

/**
 * The planes that `describeImagePlanes` reports, for a viewer: graphics before shutter, each with a
 * bit per pixel of the image, lowest bit first, and each row in whole bytes. /
 */
export async function readPlaneBytes(file: DicomFile, frame: number): Promise<Uint8Array[]> {
  const { dataSet } = file
  const image = describeImage(dataSet)
  const shutter = readShutter(dataSet, { ...image, pixelAspect: readPixelAspect(dataSet) }, frame)
  const described = describeImagePlanes(dataSet, image, shutter)
  if (!described) return []
  const isInCells = describeOverlays(dataSet, image).some(({ cellBit }) => cellBit !== undefined)
  const cells = isInCells ? (await decodeFrame(file, image, frame)).cells : undefined
  const { graphics, covered } = readImagePlanes({ dataSet, image, frame, cells }, shutter)
  const empty = () => new Uint8Array(Math.ceil(image.columns / 8) * image.rows)
  return [
    ...(described.graphics ? [graphics?.bits ?? empty()] : []),
    ...(described.shutter ? [covered?.bits ?? empty()] : []),
  ]
}
