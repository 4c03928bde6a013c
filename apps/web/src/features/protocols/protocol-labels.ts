import {
  bodyParts,
  findDentalRegion,
  formatView,
  isBodyPart,
  speciesEntries,
  toothKindNames,
} from '@talus/anatomy'
import type { DentalRegion } from '@talus/anatomy'
import type { Language, Protocol, Species } from '@talus/contract'
import type { Step } from './steps.ts'

/** Formats teeth by their numbers, which include the quadrant: "101–103 Incisors". */
function formatRegion({ teeth, kind }: DentalRegion, language: Language): string {
  const numbers = [...new Set([teeth[0], teeth.at(-1)])].join('–')
  return `${numbers} ${toothKindNames[kind][language]}`
}

export function getPartName(bodyPart: string, language: Language): string {
  const region = findDentalRegion(bodyPart)
  if (region) return formatRegion(region, language)
  return isBodyPart(bodyPart) ? bodyParts[bodyPart].names[language] : bodyPart
}

export const formatStep = ({ bodyPart, bodyPartView }: Step, language: Language): string =>
  `${getPartName(bodyPart, language)} ${formatView(bodyPartView, language)}`.trim()

/** Lists each part once with its views: "Chest LAT VD DV, Abdomen LAT VD". */
export function formatSteps(steps: Protocol['steps'], language: Language): string {
  const byPart = Map.groupBy(steps, ({ bodyPart }) => bodyPart)
  return [...byPart]
    .map(([part, some]) =>
      [
        getPartName(part, language),
        ...some.map(({ bodyPartView }) => formatView(bodyPartView, language)),
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')
}

export const getSpeciesName = (kind: Species, language: Language) =>
  speciesEntries[kind].names[language]
