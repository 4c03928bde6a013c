import { bodyParts, dentalRegions, speciesEntries, toothKindNames } from '@talus/anatomy'
import type { DentalRegion } from '@talus/anatomy'
import { languages, species } from '@talus/contract'
import type { Language, Protocol, Species } from '@talus/contract'
import type { Step } from './steps.ts'

export const languageOf = (text: string): Language =>
  languages.find((language) => language === text) ?? 'en'

const parts = new Map(Object.entries(bodyParts).map(([part, { names }]) => [part, names]))
const regions = new Map(
  species.flatMap((kind) => dentalRegions[kind]).map((region) => [region.name, region]),
)

/** Teeth by their numbers, which tell the quadrant too: "101–103 Incisors". */
function regionName({ teeth, kind }: DentalRegion, language: Language): string {
  const numbers = [...new Set([teeth[0], teeth.at(-1)])].join('–')
  return `${numbers} ${toothKindNames[kind][language]}`
}

export function partName(bodyPart: string, language: Language): string {
  const region = regions.get(bodyPart)
  return region ? regionName(region, language) : (parts.get(bodyPart)?.[language] ?? bodyPart)
}

export const stepName = ({ bodyPart, bodyPartView }: Step, language: Language): string =>
  `${partName(bodyPart, language)} ${bodyPartView}`.trim()

/** Each part once with its views: "Chest LAT VD DV, Abdomen LAT VD". */
export function stepsSummary(steps: Protocol['steps'], language: Language): string {
  const byPart = Map.groupBy(steps, ({ bodyPart }) => bodyPart)
  return [...byPart]
    .map(([part, some]) =>
      [partName(part, language), ...some.map(({ bodyPartView }) => bodyPartView)]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')
}

export const speciesWord = (kind: Species, language: Language) =>
  speciesEntries[kind].names[language]
