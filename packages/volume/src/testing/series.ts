import type { ImageId, Stack, Vector } from '@talus/contract'
import type { SliceFacts } from '../slice-facts.ts'
import { buildStacks } from '../stacks/build-stacks.ts'
import { cross, move } from '../vectors.ts'

export const template: SliceFacts = {
  imageId: 1 as ImageId,
  frame: 1,
  sopInstanceUID: '1.2.3',
  seriesInstanceUID: '1.2',
  seriesNumber: 2,
  seriesDescription: 'Thorax',
  modality: 'CT',
  bodyPart: 'CHEST',
  imageType: ['ORIGINAL', 'PRIMARY', 'AXIAL'],
  frameOfReferenceUID: '1.2.99',
  patientPosition: 'HFS',
  anatomicalOrientationType: '',
  rows: 8,
  columns: 10,
  spacing: [0.8, 0.5],
  orientation: { row: [1, 0, 0], column: [0, 1, 0] },
  position: [0, 0, 0],
  thickness: 1,
  samples: 1,
  photometric: 'MONOCHROME2',
  bitsAllocated: 16,
  bitsStored: 16,
  isSigned: true,
  isFloat: false,
  isLossy: false,
  slope: 1,
  intercept: 0,
  rescaleType: 'HU',
  units: '',
  window: null,
  padding: null,
  instanceNumber: 1,
  temporalPosition: null,
  echo: null,
  acquisitionNumber: null,
  bValue: null,
  triggerTime: null,
  contentTime: '',
}

export interface SeriesOptions {
  readonly count: number
  /** Millimetres between slices, or the place of each slice. */
  readonly distance?: number
  readonly places?: readonly number[]
  /** Displacement inside the slice for each millimetre along the normal. */
  readonly drift?: Vector
  readonly first?: Vector
  readonly change?: (index: number) => Partial<SliceFacts>
}

/** A series made from numbers; slices are in order, with increasing instance numbers. */
export function createSeries(
  {
    count,
    distance = 2,
    places,
    drift = [0, 0, 0],
    first = [-20, -30, 100],
    change,
  }: SeriesOptions,
  facts: Partial<SliceFacts> = {},
): SliceFacts[] {
  const own = { ...template, ...facts }
  const normal = own.orientation
    ? cross(own.orientation.row, own.orientation.column)
    : ([0, 0, 1] as const)
  return Array.from({ length: count }, (_, index) => {
    const place = places?.[index] ?? index * distance
    const position = move(move(first, [...normal], place), drift, place)
    return {
      ...own,
      imageId: (index + 1) as ImageId,
      sopInstanceUID: `${own.seriesInstanceUID}.${index + 1}`,
      instanceNumber: index + 1,
      position,
      ...change?.(index),
    }
  })
}

/** A fixed order that is not the one of the places. */
export const shuffle = <Value>(values: readonly Value[]): Value[] =>
  values
    .map((value, index) => ({ value, rank: (index * 7919 + 13) % 1009 }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ value }) => value)

/** FNV-1a: enough for tests. */
export function hashText(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  return (hash >>> 0).toString(16).padStart(16, '0')
}

/** The only stack of a series. */
export function buildOne(slices: readonly SliceFacts[]): Stack {
  const [stack, ...others] = buildStacks(slices, hashText)
  if (!stack || others.length > 0) throw new Error('The series does not make exactly one stack')
  return stack
}
