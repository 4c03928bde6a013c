import type { DrawingTool } from '@talus/contract'
import { vhsByBreed, vhsOfCats, vhsOfDogs } from './vhs-ranges.ts'
import type { PublishedRange } from './vhs-ranges.ts'

export interface Animal {
  readonly species: string | null | undefined
  readonly breed: string | null | undefined
}

export interface Reference extends PublishedRange {
  /** The names of the measured values that it is about. */
  readonly measured: readonly string[]
  /** Whose range it is; also the last part of the key of its words. */
  readonly population: 'breed' | 'dogs' | 'cats'
}

const ofDogs: Readonly<Partial<Record<DrawingTool, Omit<Reference, 'population'>>>> = {
  vhs: { measured: ['vhs'], ...vhsOfDogs },
  vlas: {
    measured: ['vlas'],
    low: 1.4,
    high: 2.2,
    mean: 1.9,
    citation: 'Vet Radiol Ultrasound 2020;61:507–511',
  },
  tplo: {
    measured: ['tibialPlateauAngle'],
    low: 17,
    high: 30,
    mean: 24,
    citation: 'doi:10.1055/s-0038-1632956',
  },
  norberg: { measured: ['norbergRight', 'norbergLeft'], low: 105 },
  distraction: { measured: ['distractionRight', 'distractionLeft'], high: 0.3 },
}

const ofCats: typeof ofDogs = { vhs: { measured: ['vhs'], ...vhsOfCats } }

/** What healthy animals of the kind have. A help to judge, never a diagnosis. */
export function referenceOf(tool: DrawingTool, { species, breed }: Animal): Reference | undefined {
  if (species === 'Feline') {
    const found = ofCats[tool]
    return found && { ...found, population: 'cats' }
  }
  if (species !== 'Canine') return undefined
  const own = tool === 'vhs' && breed ? vhsByBreed.get(breed) : undefined
  if (own) return { measured: ['vhs'], ...own, population: 'breed' }
  const found = ofDogs[tool]
  return found && { ...found, population: 'dogs' }
}

export type Standing = 'below' | 'within' | 'above'

/** Undefined where the reference has no limits. As shown: what reads 10.5 is not above 10.5. */
export function standingOf(
  { low, high }: Pick<Reference, 'low' | 'high'>,
  { value, decimals }: { readonly value: number; readonly decimals: number },
): Standing | undefined {
  if (low === undefined && high === undefined) return undefined
  const read = Number(value.toFixed(decimals))
  if (low !== undefined && read < low) return 'below'
  return high !== undefined && read > high ? 'above' : 'within'
}
