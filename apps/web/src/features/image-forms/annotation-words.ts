import { bodyPartsOf, dentalRegions, partWords, viewNames, viewsOf } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import {
  equineViews,
  folded,
  generalBodyParts,
  smallAnimalViews,
  speciesName,
} from '@talus/contract'
import type { Language, Species, StudyModality } from '@talus/contract'

/** What is stored, and what it is called on screen. */
export interface PartChoice {
  readonly stored: string
  readonly shown: string
}

const speciesOf = (speciesId: number | null) =>
  speciesId === null ? undefined : speciesName(speciesId)

const storedParts = (species: Species | undefined, modality: StudyModality): readonly string[] => {
  if (modality === 'Dental') return dentalRegions[species ?? 'Canine'].map((region) => region.name)
  return species ? bodyPartsOf(species) : generalBodyParts
}

/** The parts that an image of this kind of this animal may show. */
export const partChoices = (
  speciesId: number | null,
  modality: StudyModality,
  language: Language,
): readonly PartChoice[] =>
  storedParts(speciesOf(speciesId), modality).map((stored) => ({
    stored,
    shown: partWords(stored, language),
  }))

/** What was typed, as it is stored: a known part by its key, anything else as it stands. */
export function storedPart(typed: string, choices: readonly PartChoice[]): string {
  const text = typed.trim()
  const known = choices.find(
    ({ stored, shown }) => folded(shown) === folded(text) || folded(stored) === folded(text),
  )
  return known?.stored ?? text
}

const isPartOf = (species: Species, text: string): text is BodyPart =>
  bodyPartsOf(species).some((part) => part === text)

/** The usual one first; of a part that nobody knows, every view of the animal. */
export function viewChoices(speciesId: number | null, stored: string): readonly View[] {
  const species = speciesOf(speciesId)
  if (species && isPartOf(species, stored)) return viewsOf(species, stored)
  return species === 'Equine' ? equineViews : smallAnimalViews
}

export const viewWords = (view: string, language: Language) =>
  Object.entries(viewNames).find(([code]) => code === view)?.[1][language] ?? ''

/** A list to choose from shows everything while a whole choice stands in the field. */
export function offered(shown: readonly string[], typed: string): readonly string[] {
  const words = folded(typed).split(' ').filter(Boolean)
  if (shown.some((one) => folded(one) === folded(typed))) return shown
  return shown.filter((one) => words.every((word) => folded(one).includes(word)))
}
