import { unpackInKernel } from '../coder/slice-code.ts'
import { VolumeFault } from '../fault.ts'
import { listEmptyRanges } from '../geometry/empty-ranges.ts'
import type { EmptyRange } from '../geometry/empty-ranges.ts'
import { reduceGeometry } from '../geometry/geometry.ts'
import type { VolumeGeometry } from '../geometry/geometry.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { CellTransform } from '../values/cell-transform.ts'

/** The cells of a volume in the memory of a kernel. Slices may arrive in any order. */
export interface Volume {
  readonly kernel: Kernel
  /** The geometry of the cells: of the halved slices if the volume is reduced. */
  readonly geometry: VolumeGeometry
  readonly transform: CellTransform
  readonly address: number
  /** 1 for each slice that is there. */
  readonly present: Uint8Array
  /** Slices whose file cannot be read: nothing is shown at their places. */
  readonly unreadable: Set<number>
  /** 2 if the slices are halved in the plane, because the whole volume is too large. */
  readonly reduction: 1 | 2
  /** The size of the slices that are stored. */
  readonly columns: number
  readonly rows: number
  /** Whether any slice has padding, which the kernel then looks for. */
  hasEmpty: boolean
}

/** Volumes above this size are reduced to a quarter for planes and 3D. */
export const largestWholeVolume = 700_000_000

export const getReduction = ({ columns, rows, count }: VolumeGeometry): 1 | 2 =>
  2 * columns * rows * count > largestWholeVolume ? 2 : 1

/** Reserves the memory at once, so that a computer without enough of it fails before loading. */
export function createVolume(
  kernel: Kernel,
  whole: VolumeGeometry,
  transform: CellTransform,
  reduction = getReduction(whole),
): Volume {
  const geometry = reduction === 2 ? reduceGeometry(whole, 2) : whole
  const { columns, rows, count } = geometry
  if (columns < 2 || rows < 2)
    throw new VolumeFault('too-large', 'a plane needs two columns and rows')
  const address = kernel.reserve(2 * columns * rows * count)
  const present = new Uint8Array(count)
  const size = { columns: whole.columns, rows: whole.rows }
  return {
    kernel,
    geometry,
    transform,
    address,
    present,
    unreadable: new Set(),
    reduction,
    ...size,
    hasEmpty: false,
  }
}

const getAddress = ({ address, geometry }: Volume, index: number) =>
  address + 2 * geometry.columns * geometry.rows * index

/** Converts values in the memory of the kernel to the cells of a slice. */
function placeSlice(volume: Volume, index: number, source: number, target: number): void {
  const { kernel, transform, columns, rows, present } = volume
  const [lowest, highest] = transform.padding ?? [1, 0]
  const offset = transform.offsets[index] ?? 0
  const count = columns * rows
  const { placeCells } = kernel.functions
  if (placeCells(source, count, offset, lowest, highest, target) !== 0) volume.hasEmpty = true
  present[index] = 1
  volume.unreadable.delete(index)
}

const checkIndex = ({ present }: Volume, index: number) => {
  if (!(index >= 0 && index < present.length)) throw new RangeError(`There is no slice ${index}`)
}

/** Stores the values of an unpacked slice as cells. */
export function storeSlice(volume: Volume, index: number, values: Int16Array): void {
  const { kernel, columns, rows, reduction } = volume
  const count = columns * rows
  checkIndex(volume, index)
  if (values.length !== count)
    throw new RangeError(`Slice ${index} has ${values.length} values instead of ${count}`)
  const source = kernel.getScratch((reduction === 1 ? 2 : 4) * count)
  const whole = source + 2 * count
  kernel.viewCells(source, count).set(values)
  placeSlice(volume, index, source, reduction === 1 ? getAddress(volume, index) : whole)
  if (reduction === 2) kernel.functions.halveCells(whole, columns, rows, getAddress(volume, index))
}

/**
 * Unpacks a slice into a volume that is not reduced, within the memory of the kernel: copies of the
 * values would take as long as storing them.
 */
export function storePacked(volume: Volume, index: number, packed: Uint8Array): void {
  const { kernel, columns, rows, reduction } = volume
  checkIndex(volume, index)
  if (reduction !== 1) throw new RangeError('The slices of this volume are reduced')
  const source = unpackInKernel(kernel, packed, columns, rows)
  placeSlice(volume, index, source, getAddress(volume, index))
}

/** A copy of the cells of a slice; of the reduced slice if the volume is reduced. */
export function readSlice(volume: Volume, index: number): Int16Array<ArrayBuffer> | undefined {
  if (volume.present[index] !== 1) return undefined
  const { columns, rows } = volume.geometry
  return volume.kernel.viewCells(getAddress(volume, index), columns * rows).slice()
}

/** A slice that is there, as the kernel sees it. */
export interface PresentSlice {
  readonly index: number
  /** Millimetres along the normal. */
  readonly place: number
  readonly address: number
  readonly scale: number
  readonly shift: number
  /** Nothing is known between this place and the next one. */
  readonly isBeforeGap: boolean
}

/** Between which places nothing is known from one slice that is there to the next one. */
function findEmptyPart(ranges: readonly EmptyRange[], near: PresentSlice, far: PresentSlice) {
  const between = ranges.filter(({ after, before }) => after >= near.index && before <= far.index)
  const [first, last] = [between[0], between.at(-1)]
  return first && last ? { from: first.from, to: last.to } : undefined
}

/**
 * The slices that have arrived, by place. Planes are interpolated between them, so they are coarse at
 * first and become exact. Places where slices are missing or cannot be read are never interpolated: a
 * slice beside them is listed a second time, at the last place that belongs to it.
 */
export function listPresentSlices(volume: Volume): PresentSlice[] {
  const { present, unreadable, geometry, transform } = volume
  const slices = Array.from(present.keys())
    .filter((index) => present[index] === 1)
    .map((index): PresentSlice => ({
      index,
      place: geometry.places[index] ?? 0,
      address: getAddress(volume, index),
      scale: transform.scales[index] ?? 1,
      shift: transform.shifts[index] ?? 0,
      isBeforeGap: false,
    }))
  const ranges = listEmptyRanges(geometry, unreadable)
  const [start, end] = [ranges[0], ranges.at(-1)]
  return slices.flatMap((slice, at) => {
    const next = slices[at + 1]
    const empty = next && findEmptyPart(ranges, slice, next)
    const isFirst = start && start.after < 0 && start.before === slice.index
    const isLast = end && end.before >= geometry.count && end.after === slice.index
    return [
      ...(isFirst ? [{ ...slice, place: start.to }] : []),
      slice,
      ...(isLast ? [{ ...slice, place: end.from }] : []),
      ...(empty
        ? [
            { ...slice, place: empty.from, isBeforeGap: true },
            { ...next, place: empty.to },
          ]
        : []),
    ]
  })
}
