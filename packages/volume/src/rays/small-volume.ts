import type { Vector } from '@talus/contract'
import { listPresentSlices } from '../cells/volume.ts'
import type { PresentSlice, Volume } from '../cells/volume.ts'
import { getMedian } from '../geometry/distances.ts'
import { toMillimetres } from '../geometry/geometry.ts'
import { add, move, scale } from '../vectors.ts'
import { findBlockMaxima } from './block-maxima.ts'

/** A small copy of a volume with 8 bits for each cell and equal distances, for 3D. */
export interface SmallVolume {
  readonly columns: number
  readonly rows: number
  readonly layers: number
  readonly cells: Uint8Array<ArrayBuffer>
  /** See findBlockMaxima. */
  readonly blocks: Uint8Array<ArrayBuffer>
  /** The cell of the volume that is 1 in the copy, and the one that is 255; 0 is nothing. */
  readonly lowest: number
  readonly highest: number
  /** The place of the first cell and the steps to the next ones, in millimetres. */
  readonly origin: Vector
  readonly right: Vector
  readonly down: Vector
  readonly through: Vector
}

const largestEdge = 256
const mostLayers = 400

/** Between which slices a layer lies; undefined outside of them and where slices are missing. */
function findNeighbours(slices: readonly PresentSlice[], place: number) {
  let at = slices.findLastIndex((slice) => slice.place <= place)
  at = Math.max(0, Math.min(slices.length - 2, at))
  const [near, far] = [slices[at], slices[at + 1]]
  if (!near || !far) return undefined
  const share = (place - near.place) / (far.place - near.place)
  // The first or the last slices may be unreadable: nothing is shown there either.
  if (share < -0.01 || share > 1.01) return undefined
  const weight = Math.max(0, Math.min(1, share))
  const isInGap = near.isBeforeGap && weight > 0.01 && weight < 0.99
  return isInGap ? undefined : { near, far, weight }
}

/** Makes the copy from the slices that are there; cells outside the range are clamped. */
export function shrinkVolume(
  volume: Volume,
  range: { readonly lowest: number; readonly highest: number },
): SmallVolume {
  const { kernel, geometry } = volume
  const slices = listPresentSlices(volume)
  const factor = Math.ceil(Math.max(geometry.columns, geometry.rows) / largestEdge)
  const [columns, rows] = [
    Math.floor(geometry.columns / factor),
    Math.floor(geometry.rows / factor),
  ]
  const distances = geometry.places.slice(1).map((place, at) => place - (geometry.places[at] ?? 0))
  const length = geometry.places.at(-1) ?? 0
  const wanted = Math.max(getMedian(distances), Math.min(...geometry.spacing) * factor)
  const layers = Math.max(2, Math.min(mostLayers, Math.floor(length / wanted + 1e-6) + 1))
  const step = length / (layers - 1)
  const cells = new Uint8Array(columns * rows * layers)
  const target = kernel.getScratch(columns * rows)
  const perCell = 254 / (range.highest - range.lowest)
  for (let layer = 0; layer < layers; layer += 1) {
    const pair = findNeighbours(slices, layer * step)
    if (!pair) continue
    const { near, far, weight } = pair
    kernel.functions.shrinkLayer(
      near.address,
      near.scale,
      near.shift,
      far.address,
      far.scale,
      far.shift,
      weight,
      geometry.columns,
      geometry.rows,
      factor,
      range.lowest,
      perCell,
      target,
    )
    cells.set(kernel.viewBytes(target, columns * rows), layer * columns * rows)
  }
  const shift = (factor - 1) / 2
  const origin = toMillimetres(geometry, [shift, shift, 0])
  return {
    columns,
    rows,
    layers,
    cells,
    blocks: findBlockMaxima({ columns, rows, layers, cells }),
    ...range,
    origin,
    right: scale(geometry.row, geometry.spacing[1] * factor),
    down: scale(geometry.column, geometry.spacing[0] * factor),
    through: move([0, 0, 0], add(geometry.normal, geometry.drift), step),
  }
}
