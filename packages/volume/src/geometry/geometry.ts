import type { Stack, Vector } from '@talus/contract'
import { add, cross, dot, getLength, move, normalize, scale, subtract } from '../vectors.ts'
import { findGaps, getMedian, isRegular } from './distances.ts'
import type { Gap } from './distances.ts'

/**
 * The places of the voxels of a volume. Voxel (column i, row j, slice k) lies at
 * `origin + row·spacing[1]·i + column·spacing[0]·j + (normal + drift)·place(k)`; a tilted gantry is
 * the drift, and irregular distances are the list of places, so nothing is resampled.
 */
export interface VolumeGeometry {
  readonly columns: number
  readonly rows: number
  readonly count: number
  /** Distance of rows, distance of columns, in millimetres. */
  readonly spacing: readonly [number, number]
  /** The centre of the first voxel of the first slice. */
  readonly origin: Vector
  /** Unit vectors: increasing column, increasing row, increasing slice. */
  readonly row: Vector
  readonly column: Vector
  readonly normal: Vector
  /** Displacement inside the slice for each millimetre along the normal. */
  readonly drift: Vector
  /** Distance of every slice from the first one along the normal, ascending. */
  readonly places: readonly number[]
  /** The angle between the normal and the line through the slices, in degrees. */
  readonly tilt: number
  readonly isRegular: boolean
  readonly gaps: readonly Gap[]
  /** The distance of the pixels of a plane: the smallest distance of voxels. */
  readonly step: number
  readonly frameOfReferenceUID: string
}

/** Throws if the stack is not a volume. */
export function createGeometry(stack: Stack, phase = 0): VolumeGeometry {
  const slices = stack.phases[phase]?.slices ?? []
  const positions = slices.flatMap(({ position }) => (position ? [position] : []))
  const [first, last] = [positions[0], positions.at(-1)]
  const isComplete = positions.length === slices.length && positions.length > 1
  if (!stack.orientation || !stack.spacing || !first || !last || !isComplete)
    throw new TypeError('Only slices with positions, an orientation and a spacing have a geometry')
  const row = normalize(stack.orientation.row)
  const normal = normalize(cross(row, stack.orientation.column))
  const column = cross(normal, row)
  const places = positions.map((position) => dot(subtract(position, first), normal))
  const way = subtract(last, first)
  const length = dot(way, normal)
  const drift = scale(move(way, normal, -length), 1 / length)
  const distances = places.slice(1).map((place, index) => place - (places[index] ?? 0))
  return {
    columns: stack.columns,
    rows: stack.rows,
    count: slices.length,
    spacing: stack.spacing,
    origin: first,
    row,
    column,
    normal,
    drift,
    places,
    tilt: (Math.atan(getLength(drift)) * 180) / Math.PI,
    isRegular: isRegular(distances),
    gaps: findGaps(
      distances,
      slices.map(({ thickness }) => thickness),
    ),
    step: Math.min(...stack.spacing, getMedian(distances)),
    frameOfReferenceUID: stack.frameOfReferenceUID,
  }
}

/** Between two slices, and before the first and after the last one, places are linear. */
export function getPlace({ places }: Pick<VolumeGeometry, 'places'>, slice: number): number {
  const below = Math.max(0, Math.min(places.length - 2, Math.floor(slice)))
  const [from, to] = [places[below] ?? 0, places[below + 1] ?? 0]
  return from + (slice - below) * (to - from)
}

/** The index of the slice, with its fraction, at a distance along the normal. */
export function getSliceIndex({ places }: Pick<VolumeGeometry, 'places'>, place: number): number {
  let [low, high] = [0, places.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) <= place) low = middle
    else high = middle
  }
  const [from, to] = [places[low] ?? 0, places[high] ?? 0]
  return to > from ? low + (place - from) / (to - from) : low
}

/** A voxel is given by column, row and slice, counted from 0; its centre is at whole numbers. */
export function toMillimetres(geometry: VolumeGeometry, [i, j, k]: Vector): Vector {
  const place = getPlace(geometry, k)
  const start = add(geometry.origin, scale(add(geometry.normal, geometry.drift), place))
  return move(
    move(start, geometry.row, i * geometry.spacing[1]),
    geometry.column,
    j * geometry.spacing[0],
  )
}

/** Column, row, and millimetres along the normal from the first slice: an affine transformation. */
export function toCell(geometry: VolumeGeometry, millimetres: Vector): Vector {
  const way = subtract(millimetres, geometry.origin)
  const place = dot(way, geometry.normal)
  const inside = move(way, geometry.drift, -place)
  return [
    dot(inside, geometry.row) / geometry.spacing[1],
    dot(inside, geometry.column) / geometry.spacing[0],
    place,
  ]
}

export function toVoxel(geometry: VolumeGeometry, millimetres: Vector): Vector {
  const [i, j, place] = toCell(geometry, millimetres)
  return [i, j, getSliceIndex(geometry, place)]
}

/** The middle of the volume. */
export const getCentre = (geometry: VolumeGeometry): Vector => {
  const { columns, rows, count, places } = geometry
  const middle = getSliceIndex(geometry, (places[count - 1] ?? 0) / 2)
  return toMillimetres(geometry, [(columns - 1) / 2, (rows - 1) / 2, middle])
}

/** The centres of the eight outermost voxels. */
export const getCorners = (geometry: VolumeGeometry): readonly Vector[] =>
  [0, geometry.count - 1].flatMap((k) =>
    [0, geometry.rows - 1].flatMap((j) =>
      [0, geometry.columns - 1].map((i) => toMillimetres(geometry, [i, j, k])),
    ),
  )

/** The geometry of the copy whose slices are the means of squares of `factor` × `factor` pixels. */
export function reduceGeometry(geometry: VolumeGeometry, factor = 2): VolumeGeometry {
  const shift = (factor - 1) / 2
  const spacing = [geometry.spacing[0] * factor, geometry.spacing[1] * factor] as const
  const distances = geometry.places.slice(1).map((place, at) => place - (geometry.places[at] ?? 0))
  return {
    ...geometry,
    columns: Math.floor(geometry.columns / factor),
    rows: Math.floor(geometry.rows / factor),
    spacing,
    origin: toMillimetres(geometry, [shift, shift, 0]),
    step: Math.min(...spacing, getMedian(distances)),
  }
}
