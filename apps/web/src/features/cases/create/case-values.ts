import { studyTypeSeparator } from '@talus/anatomy'
import {
  BreedId,
  CaseDraft,
  caseModalities,
  casePriorities,
  composeHistory,
  DoctorId,
  fieldFaults,
  findMissingCaseFields,
  ImageId,
  parseHistory,
  SpeciesId,
  StudyId,
  UserId,
  weightUnits,
} from '@talus/contract'
import type {
  CaseRow,
  Doctor,
  EarlierReport,
  FieldFault,
  Image,
  Owner,
  Patient,
  PromptNames,
  Study,
} from '@talus/contract'
import type { SentCase } from '../../../api/records/case.ts'
import { formatDay } from '../../../ui/format/dates.ts'
import { listImageStudyTypes } from './image-study-types.ts'

export interface CaseSource {
  readonly study: Study
  readonly patient: Patient
  readonly owner: Owner | undefined
  readonly images: readonly Image[]
  readonly draft: CaseRow | undefined
  /** The clinic's doctors; the only one is chosen already, or the one who is signed in. */
  readonly doctors: readonly Pick<Doctor, 'id'>[]
  /** Earlier studies of the patient with their images. */
  readonly priors: readonly { readonly id: StudyId; readonly imageIds: readonly ImageId[] }[]
  /** The newest report of each earlier study. */
  readonly reports: readonly Pick<EarlierReport, 'imageId'>[]
  /** The names of the questions, in the language of the user and in the other one. */
  readonly promptNames: readonly [PromptNames, ...PromptNames[]]
  /** The doctor who is signed in. */
  readonly ownDoctorId: DoctorId | undefined
}

const toText = (value: number | string | null | undefined) =>
  value === null || value === undefined ? '' : String(value)
const toSex = (sex: boolean | null) => (sex === null ? '' : sex ? 'Male' : 'Female')
const joinIds = (ids: readonly number[]) => ids.join(',')

const getModality = ({ modality }: Study) =>
  modality === 'CT' ? 'CT' : modality === 'MR' ? '' : 'XRay'

/** The form of a saved draft, or one that is filled in from study, patient and owner. */
export function toCaseValues(source: CaseSource) {
  const { study, patient, owner, images, draft, doctors, priors, reports, promptNames } = source
  const likelyDoctor = doctors.length === 1 ? doctors[0]?.id : source.ownDoctorId
  const chosen = new Set(draft?.imageIds ?? images.map(({ id }) => id))
  const { rest, ...answers } = parseHistory(draft?.clinicHistory ?? '', promptNames)
  const studyTypes = listImageStudyTypes(images.map(({ bodyPart }) => bodyPart))
  return {
    referringVeterinarianId: toText(draft ? draft.referringVeterinarianId : likelyDoctor),
    patientName: draft?.patientName ?? patient.name,
    speciesId: toText(draft ? draft.speciesId : patient.speciesId),
    breedId: toText(draft ? draft.breedId : patient.breedId),
    modality: draft?.modality ?? getModality(study),
    birthDate: toText(draft ? draft.birthDate : patient.birthDate),
    sex: draft ? toSex(draft.sex) : toText(patient.sex),
    spayed: (draft?.spayed ?? patient.neutered) ? 'Yes' : 'No',
    weight: toText(draft?.weight),
    weightUnit: draft?.weightUnit ?? 'Kg',
    ownerName: draft?.ownerName ?? owner?.name ?? '',
    address: draft?.address ?? owner?.address ?? '',
    phone: draft?.phone ?? owner?.phone ?? '',
    ...answers,
    rest,
    additionalNotes: draft?.additionalNotes ?? '',
    studyTypes: draft?.studyTypes ?? studyTypes.join(studyTypeSeparator),
    priority: draft?.priority ?? '24 Hours',
    requestedRadiologistId: toText(draft?.requestedRadiologistId),
    isTest: draft?.isTest ?? false,
    imageIds: joinIds(images.map(({ id }) => id).filter((id) => chosen.has(id))),
    priorIds: draft
      ? joinIds(
          priors
            .filter(({ imageIds }) => imageIds.some((id) => chosen.has(id)))
            .map(({ id }) => id),
        )
      : '',
    reportIds: joinIds(
      reports.map(({ imageId }) => imageId).filter((id) => draft?.reportIds.includes(id)),
    ),
  }
}
export type CaseValues = ReturnType<typeof toCaseValues>

/** The ids of a list in a form value. */
const splitIds = <Id>(text: string, parse: (id: string) => Id | undefined): readonly Id[] =>
  text
    .split(',')
    .map(parse)
    .filter((id) => id !== undefined)
export const readImageIds = (text: string) => splitIds(text, (id) => ImageId.safeParse(id).data)
export const readStudyIds = (text: string) => splitIds(text, (id) => StudyId.safeParse(id).data)

/**
 * The fields that were typed before, as far as the form still has them: images may have been removed
 * since.
 */
export function toKnownEdits(
  stored: Readonly<Record<string, string | boolean>>,
  { images, priors, reports }: Pick<CaseSource, 'images' | 'priors' | 'reports'>,
): Partial<CaseValues> {
  const keep = (text: string | boolean | undefined, known: readonly number[]) =>
    typeof text === 'string'
      ? joinIds(text.split(',').flatMap((one) => known.filter((id) => String(id) === one)))
      : undefined
  const lists = {
    imageIds: keep(
      stored.imageIds,
      images.map(({ id }) => id),
    ),
    priorIds: keep(
      stored.priorIds,
      priors.map(({ id }) => id),
    ),
    reportIds: keep(
      stored.reportIds,
      reports.map(({ imageId }) => imageId),
    ),
  }
  return Object.fromEntries(
    Object.entries({ ...stored, ...lists }).filter(([, value]) => value !== undefined),
  )
}

/** The field of the breed has the id of a known one, or the name of a new one. */
const newBreedMark = 'new:'
export const writeNewBreed = (name: string) => (name === '' ? '' : `${newBreedMark}${name}`)
export const readNewBreed = (value: string) =>
  value.startsWith(newBreedMark) ? value.slice(newBreedMark.length) : ''

const findMember = <Member extends string>(list: readonly Member[], text: string) =>
  list.find((one) => one === text)

/** A weight as it is typed, also with a comma; undefined if the text is no weight. */
export function readWeight(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const weight = Number(text.trim().replace(',', '.'))
  return Number.isFinite(weight) && weight > 0 && weight <= 2000 ? weight : undefined
}

/** Fields of the request that have another name in the form. */
const formFields: Readonly<Record<string, keyof CaseValues>> = { clinicHistory: 'rest' }

/** The faults of typed values that the server would refuse, also in a draft. */
export function findWrongValues(
  values: CaseValues,
  { study, promptNames }: Pick<CaseSource, 'study' | 'promptNames'>,
): Readonly<Record<string, FieldFault>> {
  const wrong: Record<string, FieldFault> = {}
  if (readWeight(values.weight) === undefined) wrong.weight = 'field/invalid'
  const model = { ...toModel(values), clinicHistory: composeHistory(values, promptNames) }
  const { error } = CaseDraft.safeParse({ ...model, studyId: study.id })
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0])
    const fault = fieldFaults.find((one) => one === message) ?? 'field/invalid'
    wrong[formFields[name] ?? name] ??= fault
  }
  if (model.birthDate !== null && model.birthDate > formatDay(new Date().toISOString()))
    wrong.birthDate ??= 'field/future-date'
  return wrong
}

/** The faults of the fields that a case needs and the form does not have. */
export const findMissing = (values: CaseValues) =>
  findMissingCaseFields({
    ...toModel(values),
    newBreed: readNewBreed(values.breedId),
    imageCount: readImageIds(values.imageIds).length,
  })

function toModel(values: CaseValues) {
  return {
    referringVeterinarianId: DoctorId.safeParse(values.referringVeterinarianId).data ?? null,
    requestedRadiologistId: UserId.safeParse(values.requestedRadiologistId).data ?? null,
    patientName: values.patientName,
    breedId: BreedId.safeParse(values.breedId).data ?? null,
    speciesId: SpeciesId.safeParse(values.speciesId).data ?? null,
    modality: findMember(caseModalities, values.modality) ?? null,
    birthDate: values.birthDate === '' ? null : values.birthDate,
    sex: values.sex === '' ? null : values.sex === 'Male',
    spayed: values.spayed === 'Yes',
    weight: readWeight(values.weight) ?? null,
    weightUnit: findMember(weightUnits, values.weightUnit) ?? ('Kg' as const),
    ownerName: values.ownerName,
    address: values.address,
    phone: values.phone,
    additionalNotes: values.additionalNotes,
    studyTypes: values.studyTypes,
    priority: findMember(casePriorities, values.priority) ?? ('24 Hours' as const),
    isTest: values.isTest,
  }
}

/** The request, with the images of the study and all images of the chosen earlier studies. */
export function toSentCase(
  values: CaseValues,
  {
    study,
    draft,
    priors,
    promptNames,
  }: Pick<CaseSource, 'study' | 'draft' | 'priors' | 'promptNames'>,
  { key, files }: { key: string; files: readonly File[] },
): SentCase {
  const chosen = readStudyIds(values.priorIds)
  return {
    model: {
      ...toModel(values),
      ...(draft && { id: draft.id, version: draft.version }),
      studyId: study.id,
      clinicHistory: composeHistory(values, promptNames),
    },
    imageIds: [
      ...readImageIds(values.imageIds),
      ...priors.filter(({ id }) => chosen.includes(id)).flatMap(({ imageIds }) => imageIds),
    ],
    reportIds: readImageIds(values.reportIds),
    newBreed: readNewBreed(values.breedId).trim(),
    key,
    files,
  }
}
