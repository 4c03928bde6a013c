import type { CheckedSide, CheckedSpecies } from './findings.ts'

/** `\b` knows ASCII only, and French words begin with É. */
const wholeWord = (source: string, flags = 'giu') =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, flags)

export interface FoundWord {
  readonly text: string
  readonly offset: number
}

export const findWords = (text: string, pattern: RegExp): FoundWord[] =>
  [...text.matchAll(pattern)].map((match) => ({ text: match[0], offset: match.index }))

/** Organs that only one sex has, in both languages. */
export const organsOfSex = {
  Male: wholeWord(
    'prostat(?:e|ic|ique)s?|prostatomegaly|prostatom[eé]galie|testic(?:le|ule|ular|ulaire)s?|testis|testes|scrot(?:um|al)|penis|penile|p[eé]nis|p[eé]nien|prepuce|pr[eé]puce|[eé]pididymes?|epididymis|os p[eé]ni(?:s|en)|baculum',
  ),
  Female: wholeWord(
    'uter(?:us|ine)|ut[eé]r(?:us|in|ine|ins|ines)|ovar(?:y|ies|ian)|ovaires?|ovarien(?:ne)?s?|vagina|vaginal|vagin|vaginale?s?|vulva|vulve|pyometra|pyom[eè]tre|gestation|pregnan(?:t|cy)|f(?:et|œt)us(?:es)?|foetus',
  ),
} as const

const organsOfHorse = wholeWord(
  'guttural pouch(?:es)?|poches? gutturales?|fetlocks?|boulets?|navicular bones?|coffin bones?|pasterns?|paturons?|hoof|hooves|sabots?|splint bones?|os m[eé]tacarpiens? rudimentaires?|pedal bones?',
)
const organsOfDogAndCat = wholeWord(
  'gall ?bladder|v[eé]sicule biliaire|anal (?:sac|gland)s?|sacs? ana(?:l|ux)|glandes anales|clavicles?|clavicules?|dew ?claws?',
)

/** Organs that a species does not have. */
export const foreignOrgans: Readonly<Record<CheckedSpecies, RegExp>> = {
  Canine: organsOfHorse,
  Feline: organsOfHorse,
  Equine: organsOfDogAndCat,
}

/** "Canine" is missing on purpose: it is a tooth, too. */
const namesOfSpecies: Readonly<Record<CheckedSpecies, string>> = {
  Canine: 'dogs?|puppy|puppies|bitch|chiens?|chiennes?|chiots?',
  Feline: 'cats?|kittens?|feline|chats?|chattes?|chatons?|f[eé]lins?|f[eé]line',
  Equine:
    'horses?|foals?|mares?|stallion|gelding|equine|cheva(?:l|ux)|poulains?|juments?|[eé]quine?s?',
}

export const foreignSpeciesNames: Readonly<Record<CheckedSpecies, RegExp>> = {
  Canine: wholeWord(`${namesOfSpecies.Feline}|${namesOfSpecies.Equine}`),
  Feline: wholeWord(`${namesOfSpecies.Canine}|${namesOfSpecies.Equine}`),
  Equine: wholeWord(`${namesOfSpecies.Canine}|${namesOfSpecies.Feline}`),
}

/** Words behind "left" or in front of "gauche" that make it an organ, not the side of a leg. */
const organBehind =
  /^[\s\u00a0-]*(?:lateral|recumb|atri|auric|ventric|kidney|renal|adrenal|lung|crani|caud|middle|lobe|heart|bronch|hemi|ovar|testic|side of the (?:image|heart))/iu
const organBefore =
  /(?:profil|lat[eé]rale?|d[eé]cubitus(?: lat[eé]ral)?|atrium|oreillette|auricule|ventricule|rein|surr[eé]nale|poumon|lobe|cr[aâ]nial|caudal|moyen|bronche|c[œo]e?ur|ovaire|testicule|tout)[\s\u00a0]*$/iu

const sides: readonly (readonly [CheckedSide, RegExp])[] = [
  ['L', wholeWord('left|gauches?')],
  ['R', wholeWord('right|droite?s?')],
]

export interface FoundSide extends FoundWord {
  readonly side: CheckedSide
}

/** The sides that a text names, without those of organs of the trunk. */
export function findSides(text: string): FoundSide[] {
  return sides.flatMap(([side, pattern]) =>
    findWords(text, pattern)
      .filter(
        ({ text: word, offset }) =>
          !organBehind.test(text.slice(offset + word.length)) &&
          !organBefore.test(text.slice(0, offset)),
      )
      .map((word) => ({ ...word, side })),
  )
}

const number = '\\d+(?:[.,]\\d+)?'
const measuredNumber = new RegExp(
  `(?<![\\p{L}])(?:measur(?:es?|ed|ing)|diameter|width|length|thickness|height|depth|mesur(?:e|ent|ant|ée?s?)|diam[eè]tre|largeur|longueur|[eé]paisseur|hauteur|profondeur)` +
    `(?:[\\s\\u00a0\\u202f]|[:=≈~]|approximately|about|around|environ|of|is|are|was|de|est|sont|d’|d')*` +
    `(${number}(?:[\\s\\u00a0\\u202f]*(?:[x×–-]|by|to|sur|à)[\\s\\u00a0\\u202f]*${number})*)`,
  'giu',
)
const unitBehind =
  /^[\s\u00a0\u202f]*(?:(?:[µμmcdk]?m|[µμmk]?g|m?l|v|px|hu|uh|vb|ms|s|degr?[eé]e?s?|vertebra\w*|vert[eè]bre\w*|times|fois|corps|pixels?|percent|pour cent)(?![\p{L}])|[°%‰'′"″×x*]|[/^])/iu

/** Numbers behind a word such as "measures" that no unit follows. */
export function findNumbersWithoutUnit(text: string): FoundWord[] {
  return [...text.matchAll(measuredNumber)].flatMap((match) => {
    const end = match.index + match[0].length
    if (unitBehind.test(text.slice(end)) || /^[\d.,]*\d/u.test(text.slice(end))) return []
    const found = match[1] ?? ''
    return [{ text: found, offset: end - found.length }]
  })
}

/** Whole names in their own spelling: "Max" is a name, "max" is not. */
export const findName = (text: string, name: string): FoundWord[] =>
  findWords(text, wholeWord(name.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&'), 'gu'))

/** Brackets of a template that were pasted as text. */
export const typedFields = /\[(?:[^\]|]*\|[^\]]*|\s*#[^\]]*|\s*|<\w+>)\]/gu
