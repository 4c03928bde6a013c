import { annotationFault } from '@talus/anatomy'
import { refuse, speciesName } from '@talus/contract'
import type { AnnotationId, CountedAnnotation, StudyId, StudyModality } from '@talus/contract'
import type { BodyOf, routes } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { Change } from '../../audit/index.ts'
import * as annotations from './annotations.queries.ts'

type Draft = BodyOf<typeof routes.study.addAnnotation>

/** Which parts and views there are depends on the animal, and on what kind of study it is. */
export const kindOf = ({
  speciesId,
  modality,
}: {
  readonly speciesId: number | null
  readonly modality: string
}) => ({ species: speciesId === null ? undefined : speciesName(speciesId), modality })

interface Named {
  readonly bodyPart: string
  readonly bodyPartView: string
}
const keyOf = ({ bodyPart, bodyPartView }: Named) => `${bodyPart}\n${bodyPartView}`

/** What is planned, then what was taken without a plan: images that came from elsewhere. */
export async function list(db: ClinicDb, studyId: StudyId): Promise<CountedAnnotation[]> {
  if (!(await annotations.findStudy(db, studyId))) refuse('record/not-found')
  const planned = await annotations.list(db, studyId)
  const taken = Map.groupBy(await annotations.takenImages(db, studyId), keyOf)
  const known = new Set(planned.map(keyOf))
  return [
    ...planned.map((one) => ({ ...one, images: taken.get(keyOf(one))?.length ?? 0 })),
    ...[...taken].flatMap(([key, images]) => {
      const [first] = images
      if (known.has(key) || !first || first.bodyPart === '') return []
      return [{ ...first, id: null, studyId, images: images.length }]
    }),
  ]
}

/** Twice the same is refused by the index: of two clicks one has planned it. */
export async function add(change: Change, studyId: StudyId, draft: Draft) {
  const study = (await annotations.findStudy(change.db, studyId)) ?? refuse('record/not-found')
  return annotations.insert(change.db, {
    ...checked(study, study.modality, draft),
    studyId,
    clinicId: study.clinicId,
    createdOn: change.clock().toISOString(),
  })
}

/** What can be shown of this animal by this kind of image. */
export function checked(
  { speciesId }: { readonly speciesId: number | null },
  modality: StudyModality,
  draft: Draft,
): Draft {
  const fault = annotationFault(kindOf({ speciesId, modality }), draft)
  if (fault) refuse('request/invalid', { fields: { [fault.field]: fault.fault } })
  // Teeth are named by their region alone.
  if (modality === 'Dental') return { bodyPart: draft.bodyPart, bodyPartView: '', animalSize: null }
  return draft
}

export async function remove(change: Change, studyId: StudyId, id: AnnotationId): Promise<void> {
  await change.db.transaction(async (db) => {
    const found = (await annotations.find(db, studyId, id)) ?? refuse('record/not-found')
    const images = await annotations.takenImages(db, studyId)
    if (images.some((image) => keyOf(image) === keyOf(found))) refuse('annotation/has-images')
    await annotations.remove(db, id)
  })
}
