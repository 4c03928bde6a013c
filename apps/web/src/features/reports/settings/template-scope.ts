import { formatHangingRegion, getBodyParts, getHangingRegion } from '@talus/anatomy'
import { species } from '@talus/contract'
import type { Language, ReportTemplate, Species } from '@talus/contract'
import type { TFunction } from 'i18next'

type Scope = Pick<ReportTemplate, 'species' | 'modality' | 'bodyParts'>

/**
 * The body parts of the species, without side, that a template can be for; all species if none is
 * given. A template for `Front Leg` is also for images of both `Front Legs`.
 */
export function listTemplateParts(kinds: readonly Species[]): string[] {
  const chosen = kinds.length === 0 ? species : kinds
  const parts = new Set(chosen.flatMap((kind) => getBodyParts(kind).map(getHangingRegion)))
  return [...parts].filter((part) => !(part.endsWith('s') && parts.has(part.slice(0, -1))))
}

/** The parts that a stored part of a name stands for: `Fetlock` for those of both limbs. */
export const expandParts = (stored: readonly string[], offered: readonly string[]): string[] => [
  ...new Set(
    stored.flatMap((part) => {
      if (offered.includes(part)) return [part]
      const found = offered.filter((one) => one.includes(part))
      return found.length === 0 ? [part] : found
    }),
  ),
]

/** For which studies a template is offered, as one line. */
export function formatScope(
  t: TFunction,
  { species: kinds, modality, bodyParts }: Scope,
  language: Language,
): string {
  const parts = expandParts(bodyParts, listTemplateParts(kinds))
  return [
    kinds.length === 0
      ? t('report:settings.everySpecies')
      : kinds.map((kind) => t(`report:species.${kind}`)).join(', '),
    t(`report:modality.${modality}`),
    parts.map((part) => formatHangingRegion(part, language)).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}
