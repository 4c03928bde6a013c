import { species } from '@talus/contract/enumerations'
import type { Species } from '@talus/contract'
import { canineBreeds } from './breeds-canine.ts'
import { equineBreeds } from './breeds-equine.ts'
import { felineBreeds } from './breeds-feline.ts'
import type { BreedEntry } from './breed-entry.ts'

export interface KnownBreed {
  readonly name: string
  readonly species: Species
  /** SNOMED CT, DICOM CID 7480. */
  readonly code: string | null
}

/** The choice for an animal whose breed is not listed; every species has it, at the end. */
export const otherBreed = 'Other'

const entries: Readonly<Record<Species, readonly BreedEntry[]>> = {
  Canine: canineBreeds,
  Feline: felineBreeds,
  Equine: equineBreeds,
}

export const breeds: readonly KnownBreed[] = species.flatMap((kind) =>
  entries[kind].map(([name, code]) => ({ name, species: kind, code })),
)
