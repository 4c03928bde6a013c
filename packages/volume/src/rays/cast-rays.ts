import type { Vector } from '@talus/contract'
import type { Kernel } from '../kernel/kernel.ts'
import type { PlanePicture } from '../planes/picture.ts'
import { toPlaneMillimetres } from '../planes/picture.ts'
import { cross, dot, getLength, move, normalize, scale, subtract, transform } from '../vectors.ts'
import type { Matrix } from '../vectors.ts'
import type { SmallVolume } from './small-volume.ts'
import type { TransferTable } from './transfer-table.ts'

/** Parts of the volume that are shown, from 0 to 1 along columns, rows and layers. */
export interface ClippingBox {
  readonly from: Vector
  readonly to: Vector
}

export const wholeBox: ClippingBox = { from: [0, 0, 0], to: [1, 1, 1] }

/** Rays in the coordinates of the cells of a small volume. */
export interface RayView {
  readonly width: number
  readonly height: number
  readonly start: Vector
  readonly right: Vector
  readonly down: Vector
  readonly step: Vector
  /** The length of a step in millimetres, for which the transfer table is made. */
  readonly stepLength: number
  readonly light: Vector
  /** Factors from differences of cells to differences for each millimetre. */
  readonly gradient: Vector
  readonly lowest: Vector
  readonly highest: Vector
}

/** The inverse of the matrix whose columns are the steps of the cells. */
function invertSteps({ right, down, through }: SmallVolume): Matrix {
  const determinant = dot(right, cross(down, through))
  return [
    scale(cross(down, through), 1 / determinant),
    scale(cross(through, right), 1 / determinant),
    scale(cross(right, down), 1 / determinant),
  ]
}

/** The place of the middle of a small volume. */
export const getSmallCentre = (volume: SmallVolume): Vector =>
  move(
    move(
      move(volume.origin, volume.right, (volume.columns - 1) / 2),
      volume.down,
      (volume.rows - 1) / 2,
    ),
    volume.through,
    (volume.layers - 1) / 2,
  )

/** Half the length of the longest diagonal: a picture of twice this size shows every direction. */
export function getSmallRadius({ right, down, through, ...size }: SmallVolume): number {
  const half = [
    scale(right, size.columns / 2),
    scale(down, size.rows / 2),
    scale(through, size.layers / 2),
  ] as const
  return Math.max(
    ...[1, -1].flatMap((one) =>
      [1, -1].map((other) => getLength(move(move(half[0], half[1], one), half[2], other))),
    ),
  )
}

/**
 * Describes parallel rays perpendicular to a picture. They start outside the volume, wherever the
 * picture lies, and go along its normal; the light comes from above the left shoulder of the viewer.
 */
export function describeRays(
  volume: SmallVolume,
  { plane, width, height, step }: PlanePicture,
  box: ClippingBox = wholeBox,
): RayView {
  const toCells = invertSteps(volume)
  const depth = dot(subtract(getSmallCentre(volume), plane.origin), plane.normal)
  const before = depth - getSmallRadius(volume)
  const origin = move(plane.origin, plane.normal, before)
  const first = toPlaneMillimetres({ plane: { ...plane, origin }, width, height, step }, 0, 0)
  const lengths = [volume.right, volume.down, volume.through].map((way) => getLength(way))
  const stepLength = Math.min(...lengths)
  const towardsLight = normalize(
    move(move(scale(plane.normal, -1), plane.down, -0.5), plane.right, -0.35),
  )
  // Gradients are measured along the axes of the cells, whose directions are nearly perpendicular.
  const axes = [volume.right, volume.down, volume.through].map((way) => normalize(way))
  const highest = [volume.columns - 1.001, volume.rows - 1.001, volume.layers - 1.001]
  const clipTo = (part: Vector): Vector => [
    Math.max(0, Math.min(1, part[0])) * (highest[0] ?? 0),
    Math.max(0, Math.min(1, part[1])) * (highest[1] ?? 0),
    Math.max(0, Math.min(1, part[2])) * (highest[2] ?? 0),
  ]
  return {
    width,
    height,
    start: transform(toCells, subtract(first, volume.origin)),
    right: transform(toCells, scale(plane.right, step)),
    down: transform(toCells, scale(plane.down, step)),
    step: transform(toCells, scale(plane.normal, stepLength)),
    stepLength,
    light: [
      dot(towardsLight, axes[0] ?? [1, 0, 0]),
      dot(towardsLight, axes[1] ?? [0, 1, 0]),
      dot(towardsLight, axes[2] ?? [0, 0, 1]),
    ],
    gradient: [
      stepLength / (lengths[0] ?? 1),
      stepLength / (lengths[1] ?? 1),
      stepLength / (lengths[2] ?? 1),
    ],
    lowest: clipTo(box.from),
    highest: clipTo(box.to),
  }
}

/** A small volume in the memory of a kernel. */
export interface RayVolume {
  readonly kernel: Kernel
  readonly small: SmallVolume
  readonly cells: number
  readonly blocks: number
}

export function createRayVolume(kernel: Kernel, small: SmallVolume): RayVolume {
  const { columns, rows, layers } = small
  if (small.cells.length !== columns * rows * layers || Math.min(columns, rows, layers) < 2)
    throw new RangeError('A small volume needs two cells along each axis')
  const cells = kernel.reserve(small.cells.length)
  const blocks = kernel.reserve(
    Math.ceil(columns / 8) * Math.ceil(rows / 8) * Math.ceil(layers / 8),
  )
  kernel.viewBytes(cells, small.cells.length).set(small.cells)
  kernel.functions.findBlockMaxima(cells, columns, rows, layers, blocks)
  return { kernel, small, cells, blocks }
}

/** RGBA of the rows from `firstRow` to before `endRow`, so that workers can share a picture. */
export function castRays(
  { kernel, small, cells, blocks }: RayVolume,
  view: RayView,
  table: TransferTable,
  firstRow = 0,
  endRow = view.height,
): Uint8ClampedArray<ArrayBuffer> {
  const bytes = 4 * view.width * (endRow - firstRow)
  const [tableBytes, viewBytes] = [table.numbers.length * 4, 24 * 4]
  const tables = kernel.getScratch(tableBytes + viewBytes + bytes)
  const target = tables + tableBytes + viewBytes
  kernel.viewFloats(tables, table.numbers.length).set(table.numbers)
  kernel
    .viewFloats(tables + tableBytes, 24)
    .set(
      [
        view.start,
        view.right,
        view.down,
        view.step,
        view.light,
        view.gradient,
        view.lowest,
        view.highest,
      ].flat(),
    )
  kernel.functions.castRays(
    cells,
    small.columns,
    small.rows,
    blocks,
    tables,
    table.lowestVisible,
    tables + tableBytes,
    view.width,
    firstRow,
    endRow,
    target,
  )
  return new Uint8ClampedArray(kernel.viewBytes(target, bytes).slice().buffer)
}
