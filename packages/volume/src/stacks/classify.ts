import type { StackKind, StackNote, Vector } from '@talus/contract'
import { findGaps, isRegular } from '../geometry/distances.ts'
import type { SliceFacts } from '../slice-facts.ts'
import { hasCommonStep } from '../values/common-step.ts'
import { cross, dot, getLength, move, normalize, subtract } from '../vectors.ts'
import { groupByPlace, splitPhases } from './phases.ts'
import type { Phase } from './phases.ts'
import { compareInstances, isLocalizer } from './split-series.ts'

export interface Classified {
  readonly kind: StackKind
  readonly notes: readonly StackNote[]
  readonly phases: readonly Phase[]
}

/** Cells that the kernel can address: 32-bit addresses, and 11 bits for a column or a row. */
export const maximumVolumeBytes = 4_000_000_000
const maximumEdge = 2040

const inOnePhase = (slices: readonly SliceFacts[]): Phase[] => [{ label: '1', slices }]

const hasPlace = ({ position, orientation }: SliceFacts) =>
  position !== null && orientation !== null

/** Whether the directions of rows and columns can be those of one slice. */
export function isPerpendicular({ orientation }: SliceFacts): boolean {
  if (!orientation) return false
  const { row, column } = orientation
  return (
    Math.abs(getLength(row) - 1) <= 1e-3 &&
    Math.abs(getLength(column) - 1) <= 1e-3 &&
    Math.abs(dot(row, column)) <= 1e-3
  )
}

const getNormal = ({ orientation }: SliceFacts): Vector =>
  orientation ? normalize(cross(orientation.row, orientation.column)) : [0, 0, 1]

/** The notes of a volume about its geometry; undefined if the slices are not on one line. */
function describeGeometry(
  slices: readonly SliceFacts[],
  normal: Vector,
): readonly StackNote[] | undefined {
  const positions = slices.flatMap(({ position }) => (position ? [position] : []))
  const [first, last] = [positions[0], positions.at(-1)]
  if (!first || !last) return undefined
  const way = subtract(last, first)
  const length = dot(way, normal)
  const aside = move(way, normal, -length)
  const spacing = Math.min(...(slices[0]?.spacing ?? [0]))
  const tolerance = Math.max(0.1, 0.1 * spacing)
  const isStraight = positions.every((position) => {
    const own = subtract(position, first)
    const place = dot(own, normal)
    return getLength(move(move(own, normal, -place), aside, -place / length)) <= tolerance
  })
  if (!isStraight) return undefined
  const places = positions.map((position) => dot(position, normal))
  const distances = places.slice(1).map((place, index) => place - (places[index] ?? 0))
  const gaps = findGaps(
    distances,
    slices.map(({ thickness }) => thickness),
  )
  const tilt = (Math.atan2(getLength(aside), length) * 180) / Math.PI
  const isTilted = getLength(aside) / (slices.length - 1) > 0.01
  return [
    ...(isTilted ? [{ code: 'tilted', value: tilt } as const] : []),
    ...(isRegular(distances) || gaps.length > 0 ? [] : [{ code: 'irregular' } as const]),
    ...gaps.map(({ after, missing }) => ({
      code: 'missingSlices' as const,
      value: missing,
      after: after + 1,
    })),
  ]
}

/** Notes that hold for volumes and stacks alike. */
function describeContent(slices: readonly SliceFacts[]): StackNote[] {
  return [
    ...(slices.some(({ samples }) => samples === 3) ? [{ code: 'colour' } as const] : []),
    ...(slices.some(({ isFloat, bitsAllocated }) => isFloat || bitsAllocated > 16)
      ? [{ code: 'floatingPoint' } as const]
      : []),
    ...(slices.some(({ isLossy }) => isLossy) ? [{ code: 'lossy' } as const] : []),
    ...(slices.some(({ imageType }) => imageType[0] === 'DERIVED')
      ? [{ code: 'derived' } as const]
      : []),
  ]
}

/** Decides how the slices of one part of a series are shown, and in which order. */
export function classify(slices: readonly SliceFacts[]): Classified {
  const content = describeContent(slices)
  const byInstance = slices.toSorted(compareInstances)
  const first = byInstance[0]
  const asStack = (code: StackNote['code'], sorted = byInstance): Classified => ({
    kind: 'stack',
    notes: [{ code }, ...content],
    phases: inOnePhase(sorted),
  })
  if (!first || slices.some((slice) => isLocalizer(slice)))
    return {
      kind: 'pictures',
      notes: [{ code: 'localizer' }, ...content],
      phases: inOnePhase(byInstance),
    }
  if (slices.length < 3)
    return {
      kind: 'pictures',
      notes: [{ code: 'tooFewSlices' }, ...content],
      phases: inOnePhase(byInstance),
    }
  if (!slices.every((slice) => hasPlace(slice))) return asStack('noPosition')
  if (!slices.every((slice) => isPerpendicular(slice))) return asStack('notPerpendicular')

  const normal = getNormal(first)
  const places = groupByPlace(slices, ({ position }) => (position ? dot(position, normal) : 0))
  const phases = splitPhases(places)
  if (!phases) return asStack('unevenPhases', places.flat())
  // The places are known, but not how far the pixels of a slice are apart.
  if (slices.some(({ spacing }) => spacing === null)) return { ...asStack('noSpacing'), phases }
  if (places.length < 3)
    return asStack(
      'tooFewSlices',
      phases.flatMap((phase) => phase.slices),
    )
  const geometries = phases.map((phase) => describeGeometry(phase.slices, normal))
  if (geometries.includes(undefined)) return asStack('notCollinear', places.flat())
  const hasCells = !content.some(({ code }) => code === 'colour' || code === 'floatingPoint')
  const isPet = first.modality === 'PT'
  const bytes = 2 * first.rows * first.columns * places.length
  if (hasCells && (bytes > maximumVolumeBytes || Math.max(first.rows, first.columns) > maximumEdge))
    return { ...asStack('tooLarge'), phases }
  const hasStep = phases.every((phase) => hasCommonStep(phase.slices))
  return {
    kind: hasCells && !isPet ? 'volume' : 'stack',
    notes: [
      ...content,
      ...(geometries[0] ?? []),
      ...(hasStep ? [] : [{ code: 'differentSlopes' } as const]),
    ],
    phases,
  }
}
