import type { Vector } from '@talus/contract'
import { getMedian } from '../geometry/distances.ts'
import { getSliceIndex } from '../geometry/geometry.ts'
import type { VolumeGeometry } from '../geometry/geometry.ts'
import type { PlaneCut } from '../planes/plane-cut.ts'
import { move } from '../vectors.ts'

const [empty, gap] = [-32_768, -32_767]

export interface PlainVolume {
  readonly geometry: VolumeGeometry
  readonly getCell: (i: number, j: number, k: number) => number
  readonly scales?: Float32Array
  readonly shifts?: Float32Array
}

const isInside = (value: number, highest: number) => value >= -0.002 && value <= highest + 0.002
const clamp = (value: number, highest: number) => Math.max(0, Math.min(highest, value))

/** A cell with its scale and shift; empty cells stay empty. */
function readCell({ getCell, scales, shifts }: PlainVolume, i: number, j: number, k: number) {
  const cell = getCell(i, j, k)
  return cell === empty ? empty : cell * (scales?.[k] ?? 1) + (shifts?.[k] ?? 0)
}

/** The trilinear value at a place in cells, computed with floating point and without tables. */
export function samplePlainly(volume: PlainVolume, [x, y, place]: Vector): number {
  const { columns, rows, count, places, gaps } = volume.geometry
  const z = getSliceIndex(volume.geometry, place)
  const length = places[count - 1] ?? 0
  const isWithin = place >= -1e-7 * length && place <= (1 + 1e-7) * length
  if (!isInside(x, columns - 1) || !isInside(y, rows - 1) || !isWithin) return empty
  const at = [clamp(x, columns - 1), clamp(y, rows - 1), clamp(z, count - 1)] as const
  const low = [
    Math.min(columns - 2, Math.floor(at[0])),
    Math.min(rows - 2, Math.floor(at[1])),
    Math.min(count - 2, Math.floor(at[2])),
  ] as const
  const part: Vector = [at[0] - low[0], at[1] - low[1], at[2] - low[2]]
  if (gaps.some(({ after }) => after === low[2])) {
    // Half of the usual distance belongs to each of the two slices.
    const half = getMedian(places.slice(1).map((one, index) => one - (places[index] ?? 0))) / 2
    const [near, far] = [places[low[2]] ?? 0, places[low[2] + 1] ?? 0]
    if (place > near + half && place < far - half) return gap
    part[2] = place <= near + half ? 0 : 1
  }
  let sum = 0
  let hasEmpty = false
  for (const dk of [0, 1])
    for (const dj of [0, 1])
      for (const di of [0, 1]) {
        const cell = readCell(volume, low[0] + di, low[1] + dj, low[2] + dk)
        hasEmpty ||= cell === empty
        const weight =
          (di ? part[0] : 1 - part[0]) * (dj ? part[1] : 1 - part[1]) * (dk ? part[2] : 1 - part[2])
        sum += cell * weight
      }
  if (!hasEmpty) return sum
  return readCell(
    volume,
    low[0] + Number(part[0] >= 0.5),
    low[1] + Number(part[1] >= 0.5),
    low[2] + Number(part[2] >= 0.5),
  )
}

/** The pixels of a plane or slab, one by one. */
export function cutPlainly(volume: PlainVolume, cut: PlaneCut): number[] {
  return Array.from({ length: cut.width * cut.height }, (_, pixel) => {
    const [c, r] = [pixel % cut.width, Math.floor(pixel / cut.width)]
    const middle = move(move(cut.start, cut.right, c), cut.down, r)
    const samples = Array.from({ length: cut.layers }, (_, layer) =>
      samplePlainly(volume, move(middle, cut.between, layer - (cut.layers - 1) / 2)),
    )
    const measured = samples.filter((sample) => sample > gap)
    if (measured.length === 0) return samples.includes(gap) ? gap : empty
    if (cut.mode === 'mip') return Math.max(...measured)
    if (cut.mode === 'minip') return Math.min(...measured)
    return measured.reduce((one, other) => one + other, 0) / measured.length
  })
}
