import { foldText, species } from '@talus/contract'
import type { Species } from '@talus/contract'

/** The names that systems use for the three species, besides those of PS3.16. */
const speciesNames: Readonly<Record<Species, readonly string[]>> = {
  Canine: [
    'canine',
    'canin',
    'canines',
    'canins',
    'canide',
    'canides',
    'canis',
    'can',
    'k9',
    'dog',
    'dogs',
    'puppy',
    'bitch',
    'chien',
    'chienne',
    'chiens',
    'chiot',
    'hund',
    'perro',
    '犬',
    'イヌ',
  ],
  Feline: [
    'feline',
    'felin',
    'felines',
    'felins',
    'felide',
    'felides',
    'felis',
    'fel',
    'cat',
    'cats',
    'kitten',
    'chat',
    'chatte',
    'chats',
    'chaton',
    'katze',
    'gato',
    'gatto',
    '猫',
    'ネコ',
  ],
  Equine: [
    'equine',
    'equin',
    'equines',
    'equins',
    'equide',
    'equides',
    'equus',
    'equ',
    'horse',
    'horses',
    'mare',
    'stallion',
    'gelding',
    'foal',
    'cheval',
    'chevaux',
    'jument',
    'etalon',
    'hongre',
    'poulain',
    'pouliche',
    'pferd',
    'caballo',
    'cavallo',
    'pony',
    'poney',
    '馬',
    'ウマ',
  ],
}

/** Words with which a system says that it does not know the species, or that it is made for humans. */
const absentWords = new Set([
  'unknown',
  'unk',
  'unspecified',
  'undefined',
  'undetermined',
  'not',
  'non',
  'no',
  'none',
  'specified',
  'na',
  'n',
  'a',
  'nil',
  'null',
  'other',
  'others',
  'misc',
  'miscellaneous',
  'inconnu',
  'inconnue',
  'autre',
  'autres',
  'aucun',
  'aucune',
  'divers',
  'indetermine',
  'indeterminee',
  'indefini',
  'indefinie',
  'specifie',
  'specifiee',
  'precise',
  'precisee',
  'animal',
  'animals',
  'animaux',
  'small',
  'large',
  'petit',
  'petits',
  'grand',
  'grands',
  'species',
  'espece',
  'patient',
  'veterinary',
  'veterinaire',
  'pet',
  'default',
  'test',
  'human',
  'humain',
  'humaine',
  'homo',
  'sapiens',
  'person',
  'organism',
])

const listWords = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Finds the species that a free text names; undefined if it names none of the three. */
export function parseSpeciesText(text: string): Species | undefined {
  const words = new Set(listWords(text))
  return species.find((kind) => speciesNames[kind].some((name) => words.has(name)))
}

/**
 * Whether a free text names another species than the three, or has a word that is not understood. A
 * text that says that the species is not known names none.
 */
export const namesOtherSpecies = (text: string): boolean =>
  parseSpeciesText(text) === undefined &&
  listWords(text).some((word) => /\p{L}/u.test(word) && !absentWords.has(word))
