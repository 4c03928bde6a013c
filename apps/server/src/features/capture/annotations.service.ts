import { bodyParts, dentalRegions, viewsOf } from '@talus/anatomy'
import type { BodyPart } from '@talus/anatomy'
import { refuse, speciesName } from '@talus/contract'
import type { AnnotationId, CountedAnnotation, StudyId, StudyModality } from '@talus/contract'
import type { BodyOf, routes } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { Change } from '../audit/index.ts'
import * as annotations from './annotations.queries.ts'

type Draft = BodyOf<typeof routes.study.addAnnotation>
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
  const kind = speciesId === null ? undefined : speciesName(speciesId)
  const isDental = modality === 'Dental'
  const isKnown = isDental
    ? kind !== undefined && dentalRegions[kind].some(({ name }) => name === draft.bodyPart)
    : isPart(draft.bodyPart)
  if (!isKnown) refuse('request/invalid', { fields: { bodyPart: 'field/invalid' } })
  // Teeth are named by their region alone.
  if (isDental) return { bodyPart: draft.bodyPart, bodyPartView: '', animalSize: null }
  checkView(draft, kind)
  return draft
}

const isPart = (name: string): name is BodyPart => Object.hasOwn(bodyParts, name)

function checkView({ bodyPart, bodyPartView }: Draft, kind: ReturnType<typeof speciesName>) {
  if (bodyPartView === '') refuse('request/invalid', { fields: { bodyPartView: 'field/required' } })
  const views = kind && isPart(bodyPart) ? viewsOf(kind, bodyPart) : []
  if (views.length > 0 && !views.some((view) => view === bodyPartView) && !isCommon(bodyPartView))
    refuse('request/invalid', { fields: { bodyPartView: 'field/invalid' } })
}

/** CAP-14: these three are offered for every part. */
const isCommon = (view: string) => ['VD', 'DV', 'LAT'].includes(view)

export async function remove(change: Change, studyId: StudyId, id: AnnotationId): Promise<void> {
  await change.db.transaction(async (db) => {
    const found = (await annotations.find(db, studyId, id)) ?? refuse('record/not-found')
    const images = await annotations.takenImages(db, studyId)
    if (images.some((image) => keyOf(image) === keyOf(found))) refuse('annotation/has-images')
    await annotations.remove(db, id)
  })
}
