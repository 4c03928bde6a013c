import type { ReportTemplate, Species, StudyModality } from '@talus/contract'
import { getSpeciesName } from '@talus/contract'
import type { ReportLanguage } from '@talus/report/document'
import type { ShippedTemplate } from '@talus/report/templates'

export interface OfferedTemplate {
  readonly id: string
  readonly name: string
  readonly text: string
}

interface TemplateStudy {
  readonly species: Species | undefined
  readonly modality: StudyModality
  readonly bodyParts: readonly string[]
  readonly language: ReportLanguage
}

interface Candidate extends OfferedTemplate {
  /** How well it fits the study: the part counts more than the modality. */
  readonly fit: number
}

function rateShipped(template: ShippedTemplate, study: TemplateStudy): Candidate | undefined {
  const { id, name, text, species, modality, bodyParts } = template
  if (study.species && !species.includes(study.species)) return undefined
  const hasPart = bodyParts.some((part) => study.bodyParts.some((own) => own.includes(part)))
  return { id, name, text, fit: (hasPart ? 2 : 0) + (modality === study.modality ? 1 : 0) }
}

function rateOwn(template: ReportTemplate, study: TemplateStudy): Candidate | undefined {
  const { id, name, text, speciesId, bodyPart } = template
  const species = speciesId === null ? undefined : getSpeciesName(speciesId)
  if (species && study.species && species !== study.species) return undefined
  const hasPart = bodyPart !== '' && study.bodyParts.some((own) => own.includes(bodyPart))
  return { id: `own ${String(id)}`, name, text, fit: hasPart ? 3 : 1 }
}

/**
 * The templates of the clinic and those of the product that it has not replaced, in the language of
 * the report, without those of other species; those for the body parts of the study come first.
 */
export function offerTemplates(
  shipped: readonly ShippedTemplate[],
  own: readonly ReportTemplate[],
  study: TemplateStudy,
): OfferedTemplate[] {
  const ofLanguage = own.filter(({ language }) => language === study.language)
  const replaced = new Set(ofLanguage.map(({ basedOn }) => basedOn))
  return [
    ...ofLanguage.flatMap((template) => rateOwn(template, study) ?? []),
    ...shipped
      .filter(({ id, language }) => language === study.language && !replaced.has(id))
      .flatMap((template) => rateShipped(template, study) ?? []),
  ]
    .toSorted((a, b) => b.fit - a.fit || a.name.localeCompare(b.name))
    .map(({ id, name, text }) => ({ id, name, text }))
}
