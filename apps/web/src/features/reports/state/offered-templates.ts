import type { ReportTemplate, Species, StudyModality } from '@talus/contract'
import type { ReportLanguage } from '@talus/report/document'
import type { ShippedTemplate } from '@talus/report/templates'

export interface OfferedTemplate {
  readonly id: string
  readonly name: string
  readonly text: string
  /** It is for the modality and a body part of the images. */
  readonly isForPart: boolean
}

interface TemplateStudy {
  readonly species: Species | undefined
  readonly modality: StudyModality
  readonly bodyParts: readonly string[]
  readonly language: ReportLanguage
}

type TemplateScope = Pick<ShippedTemplate, 'species' | 'modality' | 'bodyParts'>

const isForPart = ({ bodyParts }: TemplateScope, study: TemplateStudy): boolean =>
  bodyParts.some((part) => study.bodyParts.some((own) => own.includes(part)))

/** How well a template fits the study: the part counts more than the modality. */
const rateTemplate = (template: TemplateScope, study: TemplateStudy): number =>
  (isForPart(template, study) ? 2 : 0) + (template.modality === study.modality ? 1 : 0)

/** A template without species is for all of them. */
const isForSpecies = ({ species }: TemplateScope, study: TemplateStudy): boolean =>
  study.species === undefined || species.length === 0 || species.includes(study.species)

/**
 * The templates of the clinic and those of the product that it has not replaced, in the language of
 * the report, without those of other species; those for the body parts of the study come first,
 * and those of the clinic before equal ones of the product.
 */
export function offerTemplates(
  shipped: readonly ShippedTemplate[],
  own: readonly ReportTemplate[],
  study: TemplateStudy,
): OfferedTemplate[] {
  const ofLanguage = own.filter(({ language }) => language === study.language)
  const replaced = new Set(ofLanguage.map(({ basedOn }) => basedOn))
  return [
    ...ofLanguage.map((template) => ({
      ...template,
      id: `own ${String(template.id)}`,
      isOwn: true,
    })),
    ...shipped
      .filter(({ id, language }) => language === study.language && !replaced.has(id))
      .map((template) => ({ ...template, isOwn: false })),
  ]
    .filter((template) => isForSpecies(template, study))
    .toSorted(
      (a, b) =>
        rateTemplate(b, study) - rateTemplate(a, study) ||
        Number(b.isOwn) - Number(a.isOwn) ||
        a.name.localeCompare(b.name, study.language),
    )
    .map((template) => ({
      id: template.id,
      name: template.name,
      text: template.text,
      isForPart: isForPart(template, study) && template.modality === study.modality,
    }))
}
