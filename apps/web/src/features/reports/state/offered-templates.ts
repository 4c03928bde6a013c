import type { ReportTemplate, Species, StudyModality } from '@talus/contract'
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

type TemplateScope = Pick<ShippedTemplate, 'species' | 'modality' | 'bodyParts'>

/** How well a template fits the study: the part counts more than the modality. */
function rateTemplate({ modality, bodyParts }: TemplateScope, study: TemplateStudy): number {
  const hasPart = bodyParts.some((part) => study.bodyParts.some((own) => own.includes(part)))
  return (hasPart ? 2 : 0) + (modality === study.modality ? 1 : 0)
}

/** A template without species is for all of them. */
const isForSpecies = ({ species }: TemplateScope, study: TemplateStudy): boolean =>
  study.species === undefined || species.length === 0 || species.includes(study.species)

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
    ...ofLanguage.map((template) => ({ ...template, id: `own ${String(template.id)}` })),
    ...shipped.filter(({ id, language }) => language === study.language && !replaced.has(id)),
  ]
    .filter((template) => isForSpecies(template, study))
    .toSorted(
      (a, b) => rateTemplate(b, study) - rateTemplate(a, study) || a.name.localeCompare(b.name),
    )
    .map(({ id, name, text }) => ({ id, name, text }))
}
