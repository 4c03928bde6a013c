import { studyTypeSeparator, studyTypes } from '@talus/anatomy'
import {
  caseStatus,
  computeDueOn,
  computeSoonOn,
  findMissingCaseFields,
  foldText,
  getCaseReach,
  isCaseReach,
  isInReach,
  refuse,
  refuseField,
} from '@talus/contract'
import type {
  CaseDraft,
  EarlierReport,
  ImageId,
  RadCase,
  RouteFormFields,
  routes,
  StudyId,
} from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { everyCase, touchCases } from '../../../db/listing/index.ts'
import { formatDay } from '../../../time/format-day.ts'
import type { KeptFiles } from '../attachments/keep-files.ts'
import { storeCaseFiles } from '../attachments/store-case-files.ts'
import { changeCase, recordEvent } from '../flow/change-case.ts'
import type { CaseContext, StoredCase } from '../flow/change-case.ts'
import { requirePrintable } from '../flow/require-printable.ts'
import { findRadiologist } from '../stored/case-state.queries.ts'
import { toSentCase } from '../flow/to-case.ts'
import { writeNotices } from '../notices/write-notices.ts'
import * as queries from './request.queries.ts'

type Fields = RouteFormFields<typeof routes.radCase.save>
type Study = NonNullable<Awaited<ReturnType<typeof queries.findStudy>>>

interface SentForm {
  readonly fields: Fields
  readonly files: KeptFiles
}

/** A radiologist reads only the reports that the clinic has attached to a case. */
export async function listEarlierReports(
  { db, actor }: Pick<CaseContext, 'db' | 'actor'>,
  studyId: StudyId,
): Promise<EarlierReport[]> {
  const study = (await queries.findStudy(db, studyId)) ?? refuse('record/not-found')
  const reach = getCaseReach(actor)
  if (isCaseReach(reach) && !isInReach(reach, study.clinicId)) return []
  return queries.listEarlierReports(db, study)
}

/** Saves the form as a draft, or sends it to the radiologists; the same form sent twice is one case. */
export async function saveCase(
  context: CaseContext,
  { fields, files }: SentForm,
  action: 'save' | 'submit',
): Promise<RadCase> {
  const { db, actor } = context
  const study = (await queries.findStudy(db, fields.model.studyId)) ?? refuse('record/not-found')
  if (action === 'submit') {
    requireComplete(fields)
    requirePrintableRequest(fields, study)
  }
  const { birthDate } = fields.model
  if (birthDate !== null && birthDate > formatDay(study.timeZone, context.clock()))
    refuseField('birthDate', 'field/future-date')
  requireStudyTypes(fields.model)
  const chosen = await requireReferences(db, study, fields)
  const { id, version } = fields.model
  if (id === undefined) {
    const known = fields.key && (await queries.findByKey(db, actor.id, fields.key))
    return known ? toSentCase(known) : insertCase(context, study, { fields, files, chosen }, action)
  }
  return changeCase(context, id, action, async (radCase, _now, db) => {
    if (radCase.studyId !== study.id) refuse('record/not-found')
    if (version !== undefined && version !== radCase.version) refuse('record/changed-meanwhile')
    return {
      set: { ...(await toColumns(db, study, fields)), ...toClock(action, fields.model, context) },
      notices: action === 'submit' ? ['submitted'] : [],
      write: (db) => attach({ ...context, db }, radCase, chosen, files),
    }
  })
}

/** The names are those of the list: the report, statistics and the invoice count them. */
function requireStudyTypes({ studyTypes: chosen }: CaseDraft): void {
  const names = new Set(studyTypes.map(({ names }) => names.en))
  const unknown = chosen.split(studyTypeSeparator).filter((name) => name && !names.has(name))
  if (unknown.length > 0) refuseField('studyTypes', 'field/invalid')
}

function requireComplete({ model, newBreed = '', imageIds }: Fields): void {
  const missing = findMissingCaseFields({ ...model, newBreed, imageCount: imageIds.length })
  if (Object.keys(missing).length > 0) refuse('request/invalid', { fields: missing })
}

/** The names of the register stay as they are: the clinic cannot change them in this form. */
const requirePrintableRequest = (
  { model: { patientName, ownerName, clinicHistory }, newBreed = '' }: Fields,
  study: Study,
): void =>
  requirePrintable(
    { patientName, breedId: newBreed, ownerName, clinicHistory },
    { patientName: study.patientName, ownerName: study.ownerName ?? '' },
  )

/** Reports are undefined if the form does not name them: the attached ones stay. */
interface ChosenImages {
  readonly images: readonly queries.AttachableImage[]
  readonly reports: readonly queries.AttachableImage[] | undefined
}

/** All named records belong to the clinic of the study; images and reports also to the patient. */
async function requireReferences(
  db: ClinicDb,
  { clinicId, patientId }: Study,
  { model, imageIds, reportIds }: Fields,
): Promise<ChosenImages> {
  const { referringVeterinarianId: doctorId, requestedRadiologistId } = model
  if (doctorId !== null && !(await queries.findDoctor(db, clinicId, doctorId)))
    refuseField('referringVeterinarianId', 'field/invalid')
  if (requestedRadiologistId !== null)
    if (!(await findRadiologist(db.unscopedDb, requestedRadiologistId)))
      refuseField('requestedRadiologistId', 'field/invalid')
  const find = async (name: 'imageIds' | 'reportIds', ids: readonly ImageId[]) => {
    const unique = [...new Set(ids)]
    const attachable = (await queries.listAttachable(db, patientId, unique)).filter(
      ({ hasPixels }) => hasPixels === (name === 'imageIds'),
    )
    return attachable.length === unique.length ? attachable : refuseField(name, 'field/invalid')
  }
  return {
    images: await find('imageIds', imageIds),
    reports: reportIds && (await find('reportIds', reportIds)),
  }
}

/** A case that is sent again keeps its draft; the clock starts when it is sent. */
const toClock = (action: 'save' | 'submit', { priority }: CaseDraft, { clock }: CaseContext) => {
  if (action === 'save') return {}
  const submitOn = clock().toISOString()
  const dueOn = computeDueOn(submitOn, priority)
  return { submitOn, dueOn, soonOn: computeSoonOn(dueOn, priority) }
}

async function toColumns(db: ClinicDb, study: Study, { model, newBreed = '' }: Fields) {
  const { id: _id, version: _version, studyId, modality, breedId, speciesId, ...rest } = model
  const doctor =
    model.referringVeterinarianId === null
      ? undefined
      : await queries.findDoctor(db, study.clinicId, model.referringVeterinarianId)
  const isNewBreed = newBreed !== '' && speciesId !== null
  return {
    ...rest,
    studyId,
    speciesId,
    modality: modality ?? 'XRay',
    breedId: isNewBreed ? await queries.findOrAddBreed(db, speciesId, newBreed) : breedId,
    patientId: study.patientId,
    ownerId: study.ownerId,
    neutered: study.neutered,
    searchText: foldText(
      `${model.patientName} ${doctor?.firstName ?? ''} ${doctor?.lastName ?? ''}`,
    ),
  } as const
}

async function insertCase(
  context: CaseContext,
  study: Study,
  { fields, files, chosen }: SentForm & { readonly chosen: ChosenImages },
  action: 'save' | 'submit',
): Promise<RadCase> {
  const { actor, clock } = context
  return context.db.transaction(async (db) => {
    const now = clock()
    const inserted = await queries.insertCase(db, {
      ...emptyCase,
      ...(await toColumns(db, study, fields)),
      ...toClock(action, fields.model, context),
      status: action === 'submit' ? caseStatus.available : caseStatus.draft,
      clinicId: study.clinicId,
      requesterId: actor.id,
      createdOn: now.toISOString(),
      requestKey: fields.key ?? null,
    })
    const step = { before: null, after: inserted, now }
    await recordEvent({ ...context, db }, { ...step, action, note: '' })
    await attach({ ...context, db }, inserted, chosen, files)
    const kinds = action === 'submit' ? (['submitted'] as const) : []
    await writeNotices({ ...context, db }, { ...step, kinds })
    await touchCases(db.unscopedDb, [everyCase, study.clinicId])
    return toSentCase(inserted)
  })
}

const emptyCase = {
  radiologistId: null,
  findings: '',
  interpretation: '',
  internalMedicineRecommandations: '',
  signature: '',
  notes: '',
  submitOn: null,
  isDeleted: false,
  requestMoreInfoMessage: '',
} as const

/** Makes the images and reports of the case those of the form, and adds its files. */
async function attach(
  { db, actor, clock }: CaseContext,
  { id: caseId, clinicId }: Pick<StoredCase, 'id' | 'clinicId'>,
  { images, reports }: ChosenImages,
  files: KeptFiles,
): Promise<void> {
  const attached = await queries.listAttached(db, caseId)
  const isKept = (one: { readonly id: ImageId; readonly hasPixels: boolean }) =>
    one.hasPixels || reports
      ? [...images, ...(reports ?? [])].some(({ id }) => id === one.id)
      : true
  const removed = attached.filter((one) => !isKept(one)).map(({ id }) => id)
  if (removed.length > 0) await queries.detachImages(db, caseId, removed)
  const known = new Set(attached.map(({ id }) => id))
  await queries.attachImages(db, {
    caseId,
    clinicId,
    images: [...images, ...(reports ?? [])].filter(({ id }) => !known.has(id)),
    createdOn: clock().toISOString(),
  })
  // Whether it is submitted now or later, its files came with one form.
  await storeCaseFiles({ db, actor, clock }, { id: caseId, status: caseStatus.draft }, files)
}
