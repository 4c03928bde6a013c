import { bodyParts, dentalRegions, speciesEntries, toothKindNames } from '@talus/anatomy'
import type { DentalRegion } from '@talus/anatomy'
import { languages, species } from '@talus/contract'
import type { Language, Protocol, Species } from '@talus/contract'
import type { Step } from './steps.ts'

export const parseLanguage = (text: string): Language =>
  languages.find((language) => language === text) ?? 'en'

const parts = new Map(Object.entries(bodyParts).map(([part, { names }]) => [part, names]))
const regions = new Map(
  species.flatMap((kind) => dentalRegions[kind]).map((region) => [region.name, region]),
)

/** Formats teeth by their numbers, which include the quadrant: "101–103 Incisors". */
function formatRegion({ teeth, kind }: DentalRegion, language: Language): string {
  const numbers = [...new Set([teeth[0], teeth.at(-1)])].join('–')
  return `${numbers} ${toothKindNames[kind][language]}`
}

export function getPartName(bodyPart: string, language: Language): string {
  const region = regions.get(bodyPart)
  return region ? formatRegion(region, language) : (parts.get(bodyPart)?.[language] ?? bodyPart)
}

export const formatStep = ({ bodyPart, bodyPartView }: Step, language: Language): string =>
  `${getPartName(bodyPart, language)} ${bodyPartView}`.trim()

/** Lists each part once with its views: "Chest LAT VD DV, Abdomen LAT VD". */
export function formatSteps(steps: Protocol['steps'], language: Language): string {
  const byPart = Map.groupBy(steps, ({ bodyPart }) => bodyPart)
  return [...byPart]
    .map(([part, some]) =>
      [getPartName(part, language), ...some.map(({ bodyPartView }) => bodyPartView)]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')
}

export const getSpeciesName = (kind: Species, language: Language) =>
  speciesEntries[kind].names[language]
