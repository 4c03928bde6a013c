import type { Stack, Vector } from '@talus/contract'
import { cross, dot, normalize } from '../vectors.ts'

export interface NearestSlice {
  readonly index: number
  /** The place is more than half a gap away from every slice. */
  readonly isOutside: boolean
}

/**
 * The slice of another stack of the same frame of reference that is nearest to a place, for
 * synchronised scrolling. Undefined for slices without positions.
 */
export function findNearestSlice(stack: Stack, place: Vector, phase = 0): NearestSlice | undefined {
  const slices = stack.phases[phase]?.slices ?? []
  if (!stack.orientation || slices.length === 0) return undefined
  const normal = normalize(cross(stack.orientation.row, stack.orientation.column))
  const places = slices.map(({ position }) => (position ? dot(position, normal) : Number.NaN))
  if (places.some((own) => Number.isNaN(own))) return undefined
  const wanted = dot(place, normal)
  let index = 0
  for (const [at, own] of places.entries())
    if (Math.abs(own - wanted) < Math.abs((places[index] ?? 0) - wanted)) index = at
  const own = places[index] ?? 0
  const neighbours = [places[index - 1], places[index + 1]].filter((other) => other !== undefined)
  const thickness = slices[index]?.thickness ?? 0
  const half =
    neighbours.length > 0
      ? Math.max(...neighbours.map((other) => Math.abs(other - own))) / 2
      : thickness / 2
  return { index, isOutside: Math.abs(own - wanted) > half + 1e-6 }
}
