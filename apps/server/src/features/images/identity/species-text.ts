import { foldText, species } from '@talus/contract'
import type { Species } from '@talus/contract'

/** The names that systems use for the three species, besides those of PS3.16. */
const speciesNames: Readonly<Record<Species, readonly string[]>> = {
  Canine: ['canine', 'dog', 'chien', 'chienne', 'canis', 'hund', 'k9'],
  Feline: ['feline', 'cat', 'chat', 'chatte', 'felis', 'katze'],
  Equine: ['equine', 'horse', 'cheval', 'jument', 'equus', 'pferd', 'pony', 'poney'],
}

/** Finds the species that a free text names; undefined if it names none of the three. */
export function parseSpeciesText(text: string): Species | undefined {
  const words = new Set(foldText(text).split(/[^a-z0-9]+/u))
  return species.find((kind) => speciesNames[kind].some((name) => words.has(name)))
}
