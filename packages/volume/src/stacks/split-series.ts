import type { SliceFacts } from '../slice-facts.ts'

const isNear = (one: readonly number[], other: readonly number[], tolerance: number) =>
  one.every((value, index) => Math.abs(value - (other[index] ?? Number.NaN)) <= tolerance)

const isSame = (
  one: readonly number[] | null | undefined,
  other: readonly number[] | null | undefined,
  tolerance: number,
) => (one && other ? isNear(one, other, tolerance) : (one ?? null) === (other ?? null))

/** Image Type value 3. */
export const isLocalizer = ({ imageType }: SliceFacts): boolean => imageType[2] === 'LOCALIZER'

/** Slices of one stack have the same pixels, directions, frame of reference and purpose. */
const belongsTogether = (one: SliceFacts, other: SliceFacts): boolean =>
  one.rows === other.rows &&
  one.columns === other.columns &&
  one.samples === other.samples &&
  one.photometric === other.photometric &&
  one.bitsAllocated === other.bitsAllocated &&
  one.bitsStored === other.bitsStored &&
  one.isSigned === other.isSigned &&
  one.isFloat === other.isFloat &&
  one.frameOfReferenceUID === other.frameOfReferenceUID &&
  isLocalizer(one) === isLocalizer(other) &&
  isSame(one.spacing, other.spacing, 1e-4) &&
  isSame(one.orientation?.row, other.orientation?.row, 1e-3) &&
  isSame(one.orientation?.column, other.orientation?.column, 1e-3)

const compareNumbers = (one: number | null, other: number | null) =>
  (one ?? Infinity) === (other ?? Infinity) ? 0 : (one ?? Infinity) - (other ?? Infinity)

export const compareInstances = (one: SliceFacts, other: SliceFacts): number =>
  compareNumbers(one.instanceNumber, other.instanceNumber) ||
  (one.sopInstanceUID < other.sopInstanceUID
    ? -1
    : Number(one.sopInstanceUID > other.sopInstanceUID)) ||
  one.frame - other.frame

/**
 * The parts of each series whose slices can be in one stack, in the order of series numbers. The
 * order of the given slices does not matter.
 */
export function splitSeries(slices: readonly SliceFacts[]): SliceFacts[][] {
  const series = Map.groupBy(slices.toSorted(compareInstances), (slice) => slice.seriesInstanceUID)
  return [...series.values()]
    .toSorted((one, other) =>
      compareNumbers(one[0]?.seriesNumber ?? null, other[0]?.seriesNumber ?? null),
    )
    .flatMap((members) => {
      const parts: SliceFacts[][] = []
      for (const slice of members) {
        const part = parts.find(([first]) => first && belongsTogether(first, slice))
        if (part) part.push(slice)
        else parts.push([slice])
      }
      return parts.toSorted((one, other) => other.length - one.length)
    })
}

/** The same instance, received twice, is one slice. */
export function removeDuplicates(slices: readonly SliceFacts[]): SliceFacts[] {
  const seen = new Set<string>()
  return slices.filter(({ sopInstanceUID, frame }) => {
    const name = `${sopInstanceUID}#${frame}`
    return !seen.has(name) && seen.add(name)
  })
}
