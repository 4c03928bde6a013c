import type { DrawingTool } from '@talus/contract'
import { vhsByBreed, vhsOfCats, vhsOfDogs } from './vhs-ranges.ts'
import type { PublishedRange } from './vhs-ranges.ts'

export interface SpeciesAndBreed {
  readonly species: string | null | undefined
  readonly breed: string | null | undefined
}

export interface ReferenceRange extends PublishedRange {
  /** Names of the measured values that it applies to. */
  readonly valueNames: readonly string[]
  /** The group of animals that it was measured in; also the last part of its i18n key. */
  readonly population: 'breed' | 'dogs' | 'cats'
}

const dogRanges: Readonly<Partial<Record<DrawingTool, Omit<ReferenceRange, 'population'>>>> = {
  vhs: { valueNames: ['vhs'], ...vhsOfDogs },
  vlas: {
    valueNames: ['vlas'],
    low: 1.4,
    high: 2.2,
    mean: 1.9,
    citation: 'Vet Radiol Ultrasound 2020;61:507–511',
  },
  tplo: {
    valueNames: ['tibialPlateauAngle'],
    low: 17,
    high: 30,
    mean: 24,
    citation: 'doi:10.1055/s-0038-1632956',
  },
  norberg: { valueNames: ['norbergRight', 'norbergLeft'], low: 105 },
  distraction: { valueNames: ['distractionRight', 'distractionLeft'], high: 0.3 },
}

const catRanges: typeof dogRanges = { vhs: { valueNames: ['vhs'], ...vhsOfCats } }

/** Finds the range of healthy animals of a species and breed. It is an aid, never a diagnosis. */
export function findReferenceRange(
  tool: DrawingTool,
  { species, breed }: SpeciesAndBreed,
): ReferenceRange | undefined {
  if (species === 'Feline') {
    const found = catRanges[tool]
    return found && { ...found, population: 'cats' }
  }
  if (species !== 'Canine') return undefined
  const own = tool === 'vhs' && breed ? vhsByBreed.get(breed) : undefined
  if (own) return { valueNames: ['vhs'], ...own, population: 'breed' }
  const found = dogRanges[tool]
  return found && { ...found, population: 'dogs' }
}

export type RangeComparison = 'below' | 'within' | 'above'

/**
 * Undefined if the reference has no limits. The rounded value is compared: a value shown as 10.5 is
 * not above 10.5.
 */
export function compareToRange(
  { low, high }: Pick<ReferenceRange, 'low' | 'high'>,
  { value, decimals }: { readonly value: number; readonly decimals: number },
): RangeComparison | undefined {
  if (low === undefined && high === undefined) return undefined
  const read = Number(value.toFixed(decimals))
  if (low !== undefined && read < low) return 'below'
  return high !== undefined && read > high ? 'above' : 'within'
}
