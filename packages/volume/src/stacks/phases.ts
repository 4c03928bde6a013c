import type { PhaseAttribute } from '@talus/contract'
import { getMedian } from '../geometry/distances.ts'
import type { SliceFacts } from '../slice-facts.ts'
import { compareInstances } from './split-series.ts'

export interface Phase {
  readonly label: string
  /** The attribute whose value the label is. */
  readonly by?: PhaseAttribute
  readonly slices: readonly SliceFacts[]
}

type Value = number | string | null

/** Attributes that number the phases: each value occurs once at each place. */
const phaseValues: readonly (readonly [(slice: SliceFacts) => Value, by?: PhaseAttribute])[] = [
  [({ temporalPosition }) => temporalPosition, 'time'],
  [({ echo }) => echo, 'echo'],
  [({ acquisitionNumber }) => acquisitionNumber, 'acquisition'],
  [({ bValue }) => bValue, 'bValue'],
  [({ imageType }) => imageType.join('\\')],
]
/** Attributes that order the slices of one place; their values differ between places. */
const orderValues: readonly ((slice: SliceFacts) => Value)[] = [
  ({ triggerTime }) => triggerTime,
  ({ contentTime }) => (contentTime === '' ? null : contentTime),
  ({ instanceNumber }) => instanceNumber,
]

const compare = (one: Value, other: Value) => {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : Number(String(one) > String(other))
}

/** Groups slices that lie at the same place: closer than 0.01 mm, or 1 % of the usual distance. */
export function groupByPlace(
  slices: readonly SliceFacts[],
  getPlace: (slice: SliceFacts) => number,
): SliceFacts[][] {
  const sorted = slices
    .toSorted(compareInstances)
    .map((slice) => ({ slice, place: getPlace(slice) }))
    .toSorted((one, other) => one.place - other.place)
  const distances = sorted
    .slice(1)
    .map(({ place }, index) => place - (sorted[index]?.place ?? 0))
    .filter((distance) => distance > 0.01)
  const tolerance = Math.max(0.01, 0.01 * getMedian(distances))
  const places: SliceFacts[][] = []
  let last = -Infinity
  for (const { slice, place } of sorted) {
    // Measured from the first slice of a place, so that a row of near slices is not one place.
    if (place - last >= tolerance) {
      places.push([])
      last = place
    }
    places.at(-1)?.push(slice)
  }
  return places
}

function splitByValue(
  places: readonly SliceFacts[][],
  getValue: (slice: SliceFacts) => Value,
): readonly Value[] | undefined {
  const values = [...new Set(places.flat().map(getValue))]
  const isComplete =
    !values.includes(null) &&
    places.every(
      (place) =>
        place.length === values.length && new Set(place.map(getValue)).size === place.length,
    )
  return isComplete ? values.toSorted(compare) : undefined
}

const isOrder = (places: readonly SliceFacts[][], getValue: (slice: SliceFacts) => Value) =>
  places.every((place) => {
    const values = new Set(place.map(getValue))
    return values.size === place.length && !values.has(null)
  })

/**
 * Separates slices of the same places into phases. Undefined if the places have different numbers
 * of slices, or nothing tells the phases apart.
 */
export function splitPhases(places: readonly SliceFacts[][]): Phase[] | undefined {
  const count = places[0]?.length ?? 0
  if (places.some((place) => place.length !== count)) return undefined
  if (count === 1) return [{ label: '1', slices: places.flat() }]
  for (const [getValue, by] of phaseValues) {
    const values = splitByValue(places, getValue)
    if (values)
      return values.map((value, index) => ({
        ...(by ? { label: String(value), by } : { label: String(index + 1) }),
        slices: places.flatMap((place) => place.filter((slice) => getValue(slice) === value)),
      }))
  }
  const order = orderValues.find((getValue) => isOrder(places, getValue))
  if (!order) return undefined
  const sorted = places.map((place) =>
    place.toSorted((one, other) => compare(order(one), order(other))),
  )
  return Array.from({ length: count }, (_, index) => ({
    label: String(index + 1),
    slices: sorted.flatMap((place) => place[index] ?? []),
  }))
}
