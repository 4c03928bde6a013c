import type { PlaneCut } from '../planes/plane-cut.ts'
import { slabModes } from '../planes/plane-cut.ts'
import { listPresentSlices } from './volume.ts'
import type { Volume } from './volume.ts'

const entryBytes = 24
const cutBytes = 12 * 8
/** Places are fixed-point numbers of 30 bits over the length of the volume. */
const placeRange = 2 ** 30

/**
 * The pixels of a plane as cells: `emptyCell` outside the volume and in padding, `gapCell` where
 * slices are missing. While the volume is loading, the plane is made of the slices that are there.
 */
export function cutPlane(volume: Volume, cut: PlaneCut): Int16Array<ArrayBuffer> {
  const { kernel, geometry } = volume
  const { layers, mode } = cut
  // A row that goes through many slices reads memory far apart: six times slower than a column.
  const isTransposed = Math.abs(cut.right[2]) > Math.abs(cut.down[2])
  const [width, height] = isTransposed ? [cut.height, cut.width] : [cut.width, cut.height]
  const [right, down] = isTransposed ? [cut.down, cut.right] : [cut.right, cut.down]
  const slices = listPresentSlices(volume)
  const perMillimetre = placeRange / Math.max(1e-6, geometry.places.at(-1) ?? 0)
  // One entry more: the kernel reads the entry after the last pair.
  const tableBytes = (slices.length + 2) * entryBytes
  const workBytes = 72 * width
  const total = cutBytes + tableBytes + workBytes + 2 * width * height + 64
  const start = Math.ceil(kernel.getScratch(total) / 16) * 16
  const [table, work] = [start + cutBytes, start + cutBytes + tableBytes]
  const target = work + workBytes
  const numbers = [cut.start, right, down, cut.between].flatMap(([x, y, place]) => [
    x,
    y,
    place * perMillimetre,
  ])
  new Float64Array(kernel.viewBytes(start, cutBytes).buffer, start, 12).set(numbers)
  const words = tableBytes / 4
  const [integers, floats] = [kernel.viewIntegers(table, words), kernel.viewFloats(table, words)]
  for (const [at, slice] of slices.entries()) {
    const entry = at * 6
    const place = Math.round(slice.place * perMillimetre)
    const next = slices[at + 1]
    const distance = next ? Math.round(next.place * perMillimetre) - place : 1
    integers[entry] = place
    integers[entry + 1] = slice.address
    floats[entry + 2] = 1 / distance
    floats[entry + 3] = slice.scale
    floats[entry + 4] = slice.shift
    integers[entry + 5] = Number(slice.isBeforeGap)
  }
  kernel.functions.cutPlane(
    geometry.columns,
    geometry.rows,
    table,
    slices.length,
    Number(volume.hasEmpty),
    start,
    width,
    height,
    layers,
    slabModes.indexOf(mode),
    Number(isTransposed),
    work,
    target,
  )
  return kernel.viewCells(target, width * height).slice()
}
