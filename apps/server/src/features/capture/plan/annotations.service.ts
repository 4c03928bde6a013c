import { findAnnotationFault } from '@talus/anatomy'
import { refuse, getSpeciesName } from '@talus/contract'
import type { AnnotationId, CountedAnnotation, StudyId, StudyModality } from '@talus/contract'
import type { RouteBody, routes } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as annotations from './annotations.queries.ts'

type Draft = RouteBody<typeof routes.study.addAnnotation>

/** Body parts and views depend on the species and on the modality of the study. */
export const toStudyKind = ({
  speciesId,
  modality,
}: {
  readonly speciesId: number | null
  readonly modality: string
}) => ({ species: speciesId === null ? undefined : getSpeciesName(speciesId), modality })

interface AnnotationName {
  readonly bodyPart: string
  readonly bodyPartView: string
}
const keyOf = ({ bodyPart, bodyPartView }: AnnotationName) => `${bodyPart}\n${bodyPartView}`

/** Lists the planned annotations, then those of images without a plan, such as received files. */
export async function list(db: ClinicDb, studyId: StudyId): Promise<CountedAnnotation[]> {
  if (!(await annotations.findStudy(db, studyId))) refuse('record/not-found')
  const planned = await annotations.list(db, studyId)
  const captured = Map.groupBy(await annotations.listImages(db, studyId), keyOf)
  const known = new Set(planned.map(keyOf))
  return [
    ...planned.map((one) => ({ ...one, images: captured.get(keyOf(one))?.length ?? 0 })),
    ...[...captured].flatMap(([key, images]) => {
      const [first] = images
      if (known.has(key) || !first || first.bodyPart === '') return []
      return [{ ...first, id: null, studyId, images: images.length }]
    }),
  ]
}

/** The unique index refuses a duplicate, also from concurrent requests. */
export async function add(change: ChangeContext, studyId: StudyId, draft: Draft) {
  const study = (await annotations.findStudy(change.db, studyId)) ?? refuse('record/not-found')
  return annotations.insert(change.db, {
    ...validateAnnotation(study, study.modality, draft),
    studyId,
    clinicId: study.clinicId,
    createdOn: change.clock().toISOString(),
  })
}

/** Refuses an annotation that does not exist for the species and modality. */
export function validateAnnotation(
  { speciesId }: { readonly speciesId: number | null },
  modality: StudyModality,
  draft: Draft,
): Draft {
  const fault = findAnnotationFault(toStudyKind({ speciesId, modality }), draft)
  if (fault) refuse('request/invalid', { fields: { [fault.field]: fault.fault } })
  // Tooth regions have neither view nor size.
  if (modality === 'Dental') return { bodyPart: draft.bodyPart, bodyPartView: '', animalSize: null }
  return draft
}

/** Changes the size for the next exposures; images that exist keep the size of their exposure. */
export async function resize(
  change: ChangeContext,
  studyId: StudyId,
  id: AnnotationId,
  { animalSize }: RouteBody<typeof routes.study.resizeAnnotation>,
) {
  const study = (await annotations.findStudy(change.db, studyId)) ?? refuse('record/not-found')
  return change.db.transaction(async (db) => {
    const found = (await annotations.find(db, studyId, id)) ?? refuse('record/not-found')
    const { bodyPart, bodyPartView } = found
    const valid = validateAnnotation(study, study.modality, { bodyPart, bodyPartView, animalSize })
    await annotations.setSize(db, id, valid.animalSize)
    return { ...valid, id, studyId }
  })
}

export async function remove(
  change: ChangeContext,
  studyId: StudyId,
  id: AnnotationId,
): Promise<void> {
  await change.db.transaction(async (db) => {
    const found = (await annotations.find(db, studyId, id)) ?? refuse('record/not-found')
    const images = await annotations.listImages(db, studyId)
    if (images.some((image) => keyOf(image) === keyOf(found))) refuse('annotation/has-images')
    await annotations.remove(db, id)
  })
}
