import { getMedian } from './distances.ts'
import type { VolumeGeometry } from './geometry.ts'

/** A part of the volume without a slice, in millimetres along the normal. */
export interface EmptyRange {
  readonly from: number
  readonly to: number
  /** The slices on both sides, counted from 0; -1 and `count` beyond the ends. */
  readonly after: number
  readonly before: number
}

/**
 * The places where slices are missing or cannot be read. Half of the usual distance on each side of a
 * slice belongs to it, so the place of a slice that exists is never empty.
 */
export function listEmptyRanges(
  { places, gaps, count }: Pick<VolumeGeometry, 'places' | 'gaps' | 'count'>,
  unreadable: Iterable<number> = [],
): readonly EmptyRange[] {
  const lost = new Set(unreadable)
  const gapsAfter = new Set(gaps.map(({ after }) => after))
  const usual = getMedian(places.slice(1).map((place, at) => place - (places[at] ?? 0)))
  const getPlace = (index: number) => places[index] ?? 0
  /** How far a slice extends towards the one after `lower`, if nothing was scanned there. */
  const getReach = (lower: number) =>
    (gapsAfter.has(lower) ? usual : getPlace(lower + 1) - getPlace(lower)) / 2
  const known = [...places.keys()].filter((index) => !lost.has(index))
  return [...known, count].flatMap((before, at) => {
    const after = known[at - 1] ?? -1
    if (before === after + 1 && !gapsAfter.has(after)) return []
    const from = after < 0 ? getPlace(0) : getPlace(after) + getReach(after)
    const to = before >= count ? getPlace(count - 1) : getPlace(before) - getReach(before - 1)
    return [{ from, to, after, before }]
  })
}
