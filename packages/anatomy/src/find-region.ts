import { bodyParts } from './body-parts.ts'
import { humanLimbs, humanTrunkParts } from './human.ts'
import type { LocalizedNames, SnomedCode } from './localized-names.ts'

/** The terms of DICOM for an anatomic region, whatever its side. */
export interface AnatomicRegion {
  /** Anatomic Region Sequence. */
  readonly code: SnomedCode
  /** Body Part Examined (0018,0015). */
  readonly bodyPartExamined: string
}

const sideWords = new Set(['left', 'right', 'gauche', 'droit', 'droite'])

/** Without case, accents and side: `Left Elbow`, `elbow` and `LEFT_ELBOW` are equal. */
const toKey = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '' && !sideWords.has(word))
    .join(' ')

const namedRegions: readonly (AnatomicRegion & { readonly names: LocalizedNames })[] = [
  ...humanTrunkParts,
  ...humanLimbs.map(({ R }) => R),
  // Last, because the later entry of a name counts: the terms for animals come before others.
  ...Object.values(bodyParts),
]
const regions = new Map(
  namedRegions.flatMap(({ names, code, bodyPartExamined }) =>
    [names.en, names.fr].map((name) => [toKey(name), { code, bodyPartExamined }] as const),
  ),
)

/**
 * Finds the region that a text of a user names in English or French, so that the text gets the code
 * of the region. Only the whole name counts: "below the elbow" is not the elbow.
 */
export const findRegion = (text: string): AnatomicRegion | undefined => regions.get(toKey(text))
