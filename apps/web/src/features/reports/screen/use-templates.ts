import { getSpeciesName } from '@talus/contract'
import type { Study } from '@talus/contract'
import type { Body, ReportLanguage } from '@talus/report/document'
import { useQuery } from '@tanstack/react-query'
import { imageQueries } from '../../../api/records/image.ts'
import { patientQueries } from '../../../api/records/patient.ts'
import { reportQueries } from '../../../api/records/report.ts'
import { offerTemplates } from '../state/offered-templates.ts'
import type { OfferedTemplate } from '../state/offered-templates.ts'

/** Loaded after the page: it contains twenty texts, and a report can be written without them. */
const templatesQuery = {
  queryKey: ['report-template-texts'],
  queryFn: () => import('@talus/report/templates'),
  staleTime: Number.POSITIVE_INFINITY,
}

/** The templates that fit the study, and the function that reads their notation. */
export function useTemplates(
  study: Study,
  language: ReportLanguage,
): { readonly templates: readonly OfferedTemplate[]; readonly parse?: (text: string) => Body } {
  const { data: own = [] } = useQuery(reportQueries.templates(study.clinicId))
  const patient = useQuery(patientQueries.one(study.patientId)).data
  const { data: images = [] } = useQuery(imageQueries.ofStudy(study.id))
  const { data: loaded } = useQuery(templatesQuery)
  if (!loaded) return { templates: [] }
  const templates = offerTemplates(loaded.listShippedTemplates(language), own, {
    species: patient?.speciesId ? getSpeciesName(patient.speciesId) : undefined,
    modality: study.modality,
    bodyParts: images.map(({ bodyPart }) => bodyPart),
    language,
  })
  return { templates, parse: loaded.parseTemplate }
}
