import {
  getBodyParts,
  dentalRegions,
  formatBodyPart,
  viewNames,
  getOfferedViews,
  bodyParts,
} from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import { foldText, generalBodyParts, getSpeciesName } from '@talus/contract'
import type { Language, Species, StudyModality } from '@talus/contract'

/** A body part as stored, and its name on the screen. */
export interface PartChoice {
  readonly stored: string
  readonly shown: string
}

const getSpecies = (speciesId: number | null) =>
  speciesId === null ? undefined : getSpeciesName(speciesId)

const listStoredParts = (
  species: Species | undefined,
  modality: StudyModality,
): readonly string[] => {
  if (modality === 'Dental') return dentalRegions[species ?? 'Canine'].map((region) => region.name)
  return species ? getBodyParts(species) : generalBodyParts
}

/** Lists the body parts that an image of this modality and species may show. */
export const listPartChoices = (
  speciesId: number | null,
  modality: StudyModality,
  language: Language,
): readonly PartChoice[] =>
  listStoredParts(getSpecies(speciesId), modality).map((stored) => ({
    stored,
    shown: formatBodyPart(stored, language),
  }))

/**
 * Converts typed text to the stored value: a known part becomes its key, other text stays as it is.
 */
export function toStoredPart(typed: string, choices: readonly PartChoice[]): string {
  const text = typed.trim()
  const known = choices.find(
    ({ stored, shown }) =>
      foldText(shown) === foldText(text) || foldText(stored) === foldText(text),
  )
  return known?.stored ?? text
}

const isPartOf = (species: Species, text: string): text is BodyPart =>
  getBodyParts(species).some((part) => part === text)

/**
 * Lists the views of a part, the usual view first; for an unknown part, every view of the species.
 */
export function listViewChoices(speciesId: number | null, stored: string): readonly View[] {
  const species = getSpecies(speciesId)
  if (species && isPartOf(species, stored)) {
    const offered = getOfferedViews(species, stored)
    // The side of a received lateral may be unknown.
    return bodyParts[stored].laterality === 'U' ? [...offered, 'LAT'] : offered
  }
  return [...getOfferedViews(species ?? 'Canine', undefined), 'LAT']
}

export const getViewName = (view: string, language: Language) =>
  Object.entries(viewNames).find(([code]) => code === view)?.[1][language] ?? ''

/**
 * Filters the choices by the typed words; lists all of them while the field holds a complete
 * choice.
 */
export function filterChoices(shown: readonly string[], typed: string): readonly string[] {
  const words = foldText(typed).split(' ').filter(Boolean)
  if (shown.some((one) => foldText(one) === foldText(typed))) return shown
  return shown.filter((one) => words.every((word) => foldText(one).includes(word)))
}
