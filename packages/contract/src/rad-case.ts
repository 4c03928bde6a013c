import { z } from 'zod'
import { identityFields, RegisteredPatient } from './case-identity.ts'
import { CaseStatus, SpeciesId } from './codes.ts'
import { caseModalities, casePriorities, weightUnits } from './enumerations.ts'
import type { FieldFault } from './errors.ts'
import { countedText, Day, Instant, multilineText, plainText } from './fields.ts'
import {
  BreedId,
  CaseFileId,
  CaseId,
  ClinicId,
  CriticalFindingId,
  DoctorId,
  ImageId,
  OwnerId,
  PatientId,
  StudyId,
  UserId,
} from './ids.ts'
import { limits } from './limits.ts'
import { BirthDate } from './patient.ts'

export const RadCase = z.object({
  id: CaseId,
  status: CaseStatus,
  studyId: StudyId.nullable(),
  patientId: PatientId.nullable(),
  ownerId: OwnerId.nullable(),
  clinicId: ClinicId,
  breedId: BreedId.nullable(),
  referringVeterinarianId: DoctorId.nullable(),
  requesterId: UserId,
  radiologistId: UserId.nullable(),
  patientName: z.string(),
  ownerName: z.string(),
  phone: z.string(),
  address: z.string(),
  speciesId: SpeciesId.nullable(),
  /** True means male. */
  sex: z.boolean().nullable(),
  neutered: z.boolean(),
  spayed: z.boolean(),
  weight: z.number().nullable(),
  weightUnit: z.enum(weightUnits),
  birthDate: Day.nullable(),
  clinicHistory: z.string(),
  additionalNotes: z.string(),
  studyTypes: z.string(),
  modality: z.enum(caseModalities),
  priority: z.enum(casePriorities),
  /** The texts of the report are empty below Finalized; `findings` has the draft of its author. */
  findings: z.string(),
  interpretation: z.string(),
  /** The spelling is that of the specification. */
  internalMedicineRecommandations: z.string(),
  signature: z.string(),
  notes: z.string(),
  createdOn: Instant,
  submitOn: Instant.nullable(),
  isDeleted: z.boolean(),
  requestMoreInfoMessage: z.string(),
  /** Incremented by every change of the case. */
  version: z.int().positive(),
  /** The radiologist whom the clinic asks; null for all of them. */
  requestedRadiologistId: UserId.nullable(),
  /** The time until the report is due; see `getDueTime`. */
  dueOn: Instant.nullable(),
  pausedSince: Instant.nullable(),
  finalizedOn: Instant.nullable(),
  /** A case for training, which statistics and invoices leave out. */
  isTest: z.boolean(),
  /** The newest critical finding; empty if the radiologist has reported nothing critical. */
  criticalText: z.string(),
  criticalOn: Instant.nullable(),
  /** When the last critical finding was acknowledged; null while one waits. */
  acknowledgedOn: Instant.nullable(),
  cancelReason: z.string(),
  /** The number of versions of the report; those above 1 are addenda. */
  reportVersion: z.int().nonnegative(),
})
export type RadCase = z.output<typeof RadCase>

export const CaseRow = RadCase.extend({
  clinicName: z.string(),
  referringVeterinarianName: z.string(),
  breed: z.string(),
  imageIds: z.array(ImageId),
  /** The attached reports of earlier studies. */
  reportIds: z.array(ImageId),
  radiologistName: z.string(),
  requestedRadiologistName: z.string(),
  /** The animal of the study; null without a study and in a restricted row. */
  registeredPatient: RegisteredPatient.nullable(),
  /** The fields in which the request names another animal than the register. */
  otherIdentity: z.array(z.enum(identityFields)),
  /**
   * The case of another radiologist: the row has no owner, no texts, no images, and the case cannot
   * be opened.
   */
  isRestricted: z.boolean(),
})
export type CaseRow = z.output<typeof CaseRow>

/** A critical finding, which the clinic acknowledges on its own. Rows are never replaced. */
export const CriticalFinding = z.object({
  id: CriticalFindingId,
  text: z.string(),
  authorName: z.string(),
  createdOn: Instant,
  /** Null until a user of the clinic has acknowledged it. */
  acknowledgedOn: Instant.nullable(),
  acknowledgedByName: z.string(),
})
export type CriticalFinding = z.output<typeof CriticalFinding>

/** One case with the names of everybody who works on it. */
export const CaseDetail = CaseRow.omit({ isRestricted: true }).extend({
  ownerEmail: z.string(),
  requesterName: z.string(),
  /** All critical findings, the oldest first. */
  criticalFindings: z.array(CriticalFinding),
})
export type CaseDetail = z.output<typeof CaseDetail>

export const CaseFile = z.object({
  id: CaseFileId,
  fileName: z.string(),
  imageId: ImageId.nullable(),
  isFromReceiver: z.boolean(),
  /** Attached or cropped by the radiologist, and not by the clinic. */
  isFromRadiologist: z.boolean(),
  /** The user who attached it; empty for images of the archive. */
  authorName: z.string(),
  /** Found by its content. An image of the archive is served as a JPEG, a report as a PDF. */
  mediaType: z.string(),
  /** 0 for images and documents of the archive. */
  byteLength: z.int().nonnegative(),
  /** Whether a browser may show it; other files are downloaded. */
  isShown: z.boolean(),
  hasThumbnail: z.boolean(),
  /** Belongs to an unfinished report: only its author sees it. */
  isUnpublished: z.boolean(),
  /** Whether the reader may remove it: its author, before the clinic has sent the case or gets the report. */
  isRemovable: z.boolean(),
})
export type CaseFile = z.output<typeof CaseFile>

/** The newest report of an earlier study of the patient. */
export const EarlierReport = z.object({
  /** The document of the archive, which `reportIds` of a form names. */
  imageId: ImageId,
  studyId: StudyId,
  studyCreatedOn: Instant,
  fileName: z.string(),
  version: z.int().positive(),
  createdOn: Instant,
  /** Received from another system, and not made here. */
  isForeign: z.boolean(),
})
export type EarlierReport = z.output<typeof EarlierReport>

export const CaseStat = z.object({ status: CaseStatus, count: z.int().nonnegative() })

/**
 * The form of Create Case. A draft may be incomplete: `findMissingCaseFields` names the fields that a
 * submitted case needs.
 */
export const CaseDraft = z.object({
  id: CaseId.optional(),
  /** The version of the draft that the page shows; a save based on an older one is refused. */
  version: z.int().positive().optional(),
  studyId: StudyId,
  referringVeterinarianId: DoctorId.nullable().default(null),
  requestedRadiologistId: UserId.nullable().default(null),
  patientName: plainText(limits.personNameMax).default(''),
  breedId: BreedId.nullable().default(null),
  speciesId: SpeciesId.nullable().default(null),
  modality: z.enum(caseModalities).nullable().default(null),
  birthDate: BirthDate.nullable().default(null),
  sex: z.boolean().nullable().default(null),
  spayed: z.boolean().default(false),
  weight: z.number().positive().max(2000).nullable().default(null),
  weightUnit: z.enum(weightUnits).default('Kg'),
  ownerName: plainText().default(''),
  address: plainText().default(''),
  phone: plainText().default(''),
  clinicHistory: multilineText().default(''),
  additionalNotes: multilineText().default(''),
  studyTypes: plainText(limits.longTextMax).default(''),
  priority: z.enum(casePriorities).default('24 Hours'),
  isTest: z.boolean().default(false),
})
export type CaseDraft = z.output<typeof CaseDraft>

/** The choices of a form that decide whether a case is complete. */
export interface CaseContent extends Pick<
  CaseDraft,
  'referringVeterinarianId' | 'patientName' | 'breedId' | 'speciesId' | 'modality' | 'birthDate'
> {
  readonly newBreed: string
  readonly imageCount: number
}

/** The fields without which a case cannot be submitted, each with its fault, in form order. */
export function findMissingCaseFields(content: CaseContent): Readonly<Record<string, FieldFault>> {
  const missing: Record<string, FieldFault> = {}
  if (content.referringVeterinarianId === null)
    missing.referringVeterinarianId = 'case/veterinarian-required'
  if (content.patientName.trim() === '') missing.patientName = 'case/patient-name-required'
  if (content.breedId === null && content.newBreed.trim() === '')
    missing.breedId = 'case/breed-required'
  if (content.speciesId === null) missing.speciesId = 'case/species-required'
  if (content.modality === null) missing.modality = 'case/modality-required'
  if (content.birthDate === null) missing.birthDate = 'case/birth-date-required'
  if (content.imageCount === 0) missing.imageIds = 'case/image-required'
  return missing
}

/** The three texts of a report and the name under it, as their author types them. */
export const CaseFindings = z.object({
  findings: countedText(limits.findingsMax),
  interpretation: countedText(limits.interpretationMax),
  internalMedicineRecommandations: countedText(limits.recommendationsMax),
  signature: plainText().default(''),
})
export type CaseFindings = z.output<typeof CaseFindings>

/**
 * The texts while their author writes them. They may be longer than a report allows, because they
 * are shortened before the report is submitted, and must be saved until then.
 */
export const UnfinishedFindings = CaseFindings.extend({
  findings: countedText(limits.unfinishedTextMax),
  interpretation: countedText(limits.unfinishedTextMax),
  internalMedicineRecommandations: countedText(limits.unfinishedTextMax),
})

export const findingsFields = CaseFindings.keyof().options

/** Leaves out everything but the texts, for example the version of a draft. */
export const pickFindings = ({
  findings,
  interpretation,
  internalMedicineRecommandations,
  signature,
}: CaseFindings): CaseFindings => ({
  findings,
  interpretation,
  internalMedicineRecommandations,
  signature,
})

/** A report says something in its findings or in its interpretation. */
export const isReportEmpty = ({
  findings,
  interpretation,
}: Pick<CaseFindings, 'findings' | 'interpretation'>): boolean =>
  findings.trim() === '' && interpretation.trim() === ''
