import type { PresentationState } from '@talus/contract'
import { DicomFault } from '../fault.ts'
import type { DataSet } from '../read/data-set.ts'
import type { ImageDescription } from '../read/image.ts'
import { tags } from '../read/tags.ts'
import { toDisplayTable } from '../render/display.ts'
import { describeOverlays, readOverlayPlane } from '../render/overlays.ts'
import { readLookupTable } from '../render/lookup-table.ts'
import { readShutter } from '../render/shutter.ts'
import type { Shutter } from '../render/shutter.ts'
import { readVoiTables, readWindows } from '../render/voi-lut.ts'
import { readAnnotations } from './annotations.ts'
import { readDisplayedArea, readTransformation, toCrop } from './displayed-area.ts'
import type { PresentedImage } from './displayed-area.ts'
import { findReferencedFrames, listReferencingItems } from './referenced-items.ts'

export const grayscalePresentationStateSopClass = '1.2.840.10008.5.1.4.1.1.11.1'

/** Without a modality LUT, the presentation state shows the stored values (PS3.4 N.2.1). */
function readModality(state: DataSet, isSigned: boolean): PresentationState['modality'] {
  const table = readLookupTable(state.item(tags.modalityLutSequence), isSigned)
  if (table) return { first: table.first, levels: [...table.values] }
  const slope = state.number(tags.rescaleSlope) ?? 1
  return { slope: slope === 0 ? 1 : slope, intercept: state.number(tags.rescaleIntercept) ?? 0 }
}

function readVoi(state: DataSet, { sopInstanceUid, isSigned }: PresentedImage) {
  const [found] = listReferencingItems(state, tags.softcopyVoiLutSequence, sopInstanceUid)
  if (!found) return { windows: [], tables: [] }
  return {
    windows: readWindows(found.item),
    tables: readVoiTables(found.item, isSigned)
      .map(toDisplayTable)
      .map(({ levels, ...table }) => ({ ...table, levels: [...levels] })),
  }
}

function readPresentationLut(
  state: DataSet,
): Pick<PresentationState, 'isInverted' | 'presentationLut'> {
  const table = readLookupTable(state.item(tags.presentationLutSequence), false)
  if (!table) return { isInverted: state.code(tags.presentationLutShape) === 'INVERSE' }
  const { levels } = toDisplayTable({ ...table, name: '' })
  return { isInverted: false, presentationLut: [...levels] }
}

const activationLayer = (group: number) => group * 0x1_00_00 + 0x10_01

/** Overlays of the presentation state itself, if a layer activates them. */
function readPlanes(state: DataSet, image: PresentedImage, shutter: Shutter | undefined) {
  const layout: ImageDescription = {
    rows: image.rows,
    columns: image.columns,
    frames: 1,
    samples: 1,
    photometric: 'MONOCHROME2',
    isPlanar: false,
    // A presentation state has no pixel cells that could hold an overlay.
    bitsAllocated: 1,
    bitsStored: 1,
    highBit: 0,
    isSigned: false,
  }
  const all = describeOverlays(state, layout)
  const covering = all.filter(({ group }) => group === shutter?.overlayGroup)
  const graphics = all.filter(
    (one) => state.code(activationLayer(one.group)) !== '' && !covering.includes(one),
  )
  const source = { dataSet: state, image: layout, frame: 0, cells: undefined }
  const planes = [graphics, covering]
    .filter((overlays) => overlays.length > 0)
    .map((overlays) => readOverlayPlane(source, overlays).bits)
  return {
    graphics: graphics.length > 0,
    shutter: covering.length > 0,
    planes,
  }
}

export interface ReadPresentation {
  readonly state: Omit<PresentationState, 'planes'>
  /** The planes as `readPlaneBytes` returns them, and which of them exist. */
  readonly graphics: boolean
  readonly shutter: boolean
  readonly planes: readonly Uint8Array[]
}

/** Reads how a grayscale presentation state shows an image. */
export function readPresentation(state: DataSet, image: PresentedImage): ReadPresentation {
  if (state.code(tags.sopClassUid) !== grayscalePresentationStateSopClass)
    throw new DicomFault('unsupported', 'a presentation state of another kind')
  const frames = findReferencedFrames(state, image.sopInstanceUid)
  if (!frames) throw new DicomFault('unsupported', 'a presentation state of another image')
  const transformation = readTransformation(state)
  const area = readDisplayedArea(state, image)
  const shutter = readShutter(state, image, 0)
  return {
    state: {
      ...(frames === 'all' ? {} : { frames: [...frames] }),
      modality: readModality(state, image.isSigned),
      ...readVoi(state, image),
      ...readPresentationLut(state),
      ...transformation,
      crop: toCrop(area, image),
      ...(area.magnification === undefined ? {} : { magnification: area.magnification }),
      ...readAnnotations(state, { image, area, transformation }),
      ...(shutter ? { shutter: { shapes: copyShapes(shutter), grey: shutter.grey } } : {}),
    },
    ...readPlanes(state, image, shutter),
  }
}

const copyShapes = ({ shapes }: Shutter) =>
  shapes.map((shape) =>
    shape.kind === 'polygon'
      ? { ...shape, points: shape.points.map(([x, y]): [number, number] => [x, y]) }
      : { ...shape },
  )
