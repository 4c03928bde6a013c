import { z } from 'zod'
import { otherSpeciesId, species } from './enumerations.ts'
import { Day, dicomNumber, Instant, plainText } from './fields.ts'
import { ClinicId, ImageId, PatientId, StudyId, TrayEntryId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/**
 * Why a received file waits in the conflict tray.
 *
 * - `patient-differs`: an animal has this patient ID, but another name, birth date, species, owner or
 *   issuer.
 * - `patient-inactive`: the animal with this patient ID was deleted.
 * - `several-patients`: the file has no patient ID, and several animals have its names.
 * - `study-differs`: the study with this UID belongs to another animal.
 * - `content-differs`: an instance with this UID is stored, with other content.
 * - `study-deleted`: the study with this UID was deleted.
 * - `image-rejected`: the image is stored and was rejected, so that nobody sees it.
 * - `unreadable`: the file cannot be read; nothing is known about its content.
 */
export const trayReasons = [
  'patient-differs',
  'patient-inactive',
  'several-patients',
  'study-differs',
  'content-differs',
  'study-deleted',
  'image-rejected',
  'unreadable',
] as const
export type TrayReason = (typeof trayReasons)[number]

/** How a file reached the server; `restart` means that it was found after the server had died. */
export const traySenderKinds = ['device', 'dicom-web', 'import', 'restart'] as const
export type TraySenderKind = (typeof traySenderKinds)[number]

/**
 * - `assign`: the file belongs to a chosen animal.
 * - `create`: it belongs to a new animal.
 * - `keep-both`: it is stored beside the instance with the same UID, under a new UID.
 * - `replace`: it replaces that instance, whose file is discarded.
 * - `restore`: the deleted study or animal is restored with it, or the rejected image is shown again.
 * - `discard`: the file is removed after `limits.trayRetentionDays`.
 */
export const trayDecisions = [
  'assign',
  'create',
  'keep-both',
  'replace',
  'restore',
  'discard',
] as const
export type TrayDecision = (typeof trayDecisions)[number]

/** The decisions that a reason allows; the first one is proposed. */
export const trayChoices: Readonly<Record<TrayReason, readonly TrayDecision[]>> = {
  'patient-differs': ['assign', 'create', 'discard'],
  'patient-inactive': ['assign', 'restore', 'create', 'discard'],
  'several-patients': ['assign', 'create', 'discard'],
  'study-differs': ['assign', 'create', 'discard'],
  'content-differs': ['keep-both', 'replace', 'discard'],
  'study-deleted': ['restore', 'assign', 'create', 'discard'],
  'image-rejected': ['restore', 'discard'],
  unreadable: ['discard'],
}

/**
 * Decisions that file a received object, and can be undone: it then waits again, and what was
 * remembered of the decision is forgotten. Discarded objects are recovered instead.
 */
export const undoableDecisions = ['assign', 'create', 'keep-both', 'replace'] as const
export type UndoableDecision = (typeof undoableDecisions)[number]
export const isUndoable = (decision: TrayDecision | null): decision is UndoableDecision =>
  undoableDecisions.some((one) => one === decision)

/** The capability that the decision `restore` needs besides that of deciding. */
export function getRestoreCapability(reason: TrayReason) {
  if (reason === 'patient-inactive') return 'registration.use'
  return reason === 'image-rejected' ? 'study.capture' : 'study.restore'
}

/**
 * Whether a decision also counts for later studies whose files make the same claims: only if the
 * question was which animal a patient ID means. Other decisions count for their study alone.
 */
export const isTrayDecisionRemembered = ({
  reason,
  patientId,
}: {
  readonly reason: TrayReason
  readonly patientId: string
}) => patientId !== '' && (reason === 'patient-differs' || reason === 'several-patients')

/** The species of a file or record; `otherSpeciesId` for one that the product does not list. */
export const StatedSpeciesId = z.int().min(otherSpeciesId).max(species.length)

/** The attributes by which a file and a record are compared; empty or null if unknown. */
export const TrayIdentity = z.object({
  patientId: z.string(),
  issuer: z.string(),
  name: z.string(),
  owner: z.string(),
  birthDate: Day.nullable(),
  speciesId: StatedSpeciesId.nullable(),
  studyInstanceUID: z.string(),
  sopInstanceUID: z.string(),
  modality: z.string(),
  studyDate: Instant.nullable(),
})
export type TrayIdentity = z.output<typeof TrayIdentity>
export type TrayField = keyof TrayIdentity

/** The record that the server proposes, or that contradicts the file. */
export const TrayRecord = TrayIdentity.extend({
  patientDatabaseId: PatientId,
  /** False for a deleted animal, to which nothing can be assigned. */
  isActive: z.boolean(),
  studyId: StudyId.nullable(),
  /** The stored instance with the same UID. */
  imageId: ImageId.nullable(),
})
export type TrayRecord = z.output<typeof TrayRecord>

/** Files of one study with the same claims, sender and reason: a user decides about them at once. */
export const TrayGroup = z.object({
  /** The oldest entry; its image represents the group. */
  id: TrayEntryId,
  clinicId: ClinicId,
  entryIds: z.array(TrayEntryId),
  /** The first entries that can be shown as images. */
  shownIds: z.array(TrayEntryId),
  reason: z.enum(trayReasons),
  sender: z.object({
    kind: z.enum(traySenderKinds),
    /** The AE title, the username, or empty. */
    name: z.string(),
    address: z.string(),
  }),
  receivedOn: Instant,
  claim: TrayIdentity,
  record: TrayRecord.nullable(),
  /** The fields in which claim and record contradict each other. */
  differing: z.array(TrayIdentity.keyof()),
  decision: z
    .object({
      kind: z.enum(trayDecisions),
      by: z.string(),
      on: Instant,
      reason: z.string(),
      /** A discarded file can be recovered until then. */
      keptUntil: Instant.nullable(),
    })
    .nullable(),
  /** The study in which the files are now; null while they wait, and for discarded ones. */
  filed: z.object({ studyId: StudyId, patientName: z.string(), patientId: z.string() }).nullable(),
  /**
   * The other waiting pictures with the UID of this one: each is a question of its own, because one
   * image on file can be replaced by one of them only.
   */
  others: z.int().nonnegative(),
})
export type TrayGroup = z.output<typeof TrayGroup>

/** Whether two images show the same pixels; `none` if neither has any. */
export const trayPixels = ['same', 'differ', 'unknown', 'none'] as const
export type TrayPixels = (typeof trayPixels)[number]

/** The differences between a received file and the image on file with its UID. */
export const TrayDifferences = z.object({
  pixels: z.enum(trayPixels),
  attributes: z.array(
    z.object({
      /** Eight hexadecimal digits. */
      tag: z.string(),
      /** The keyword of the standard; empty for a private attribute. */
      keyword: z.string(),
      claim: z.string(),
      record: z.string(),
    }),
  ),
  /** The number of differing attributes that are not listed. */
  more: z.int().nonnegative(),
})
export type TrayDifferences = z.output<typeof TrayDifferences>

const entryIds = z.array(TrayEntryId).min(1, 'field/required').max(limits.trayFilesPerSender)

const Decision = z.object({
  entryIds,
  decision: z.enum(trayDecisions),
  /** The animal of `assign`. */
  patientDatabaseId: PatientId.optional(),
  /**
   * The patient ID of the new animal of `create`; by default that of the file. A blank one is
   * replaced by the time of the registration.
   */
  patientId: dicomNumber(64).optional(),
  /** Why the file is discarded. */
  reason: plainText(limits.textMax).optional(),
})
export type TrayDecisionBody = z.output<typeof Decision>

/** The lists of the tray; `decided` has the decisions that can be undone. */
export const trayStates = ['waiting', 'decided', 'discarded'] as const
export type TrayState = (typeof trayStates)[number]

/** The result of an undone decision. */
export const UndoneDecision = z.object({
  /** The number of files that wait again. */
  waiting: z.int().nonnegative(),
  /** How many of them were filed by the remembered decision, without a question. */
  followed: z.int().nonnegative(),
  /** The images of other studies that were filed by it, and stay with the animal. */
  staying: z.int().nonnegative(),
  /** The studies of those images, with the animal in whose record they are. */
  stayingStudies: z.array(
    z.object({
      studyId: StudyId,
      patientName: z.string(),
      patientId: z.string(),
      /** The date of the study in the time zone of the clinic. */
      day: Day,
      images: z.int().nonnegative(),
    }),
  ),
})
export type UndoneDecision = z.output<typeof UndoneDecision>

const byClinic = { clinic: { in: 'query', name: 'ClinicId' } } as const
const clinicQuery = { ClinicId: ClinicId.optional() }

export const trayRoutes = {
  count: defineRoute({
    ...byClinic,
    method: 'GET',
    path: '/tray/count',
    summary: 'The number of received files that wait for a decision',
    needs: 'study.read',
    query: z.object(clinicQuery),
    response: z.object({ waiting: z.int().nonnegative() }),
  }),
  list: defineRoute({
    ...byClinic,
    method: 'GET',
    path: '/tray',
    summary:
      'The conflict tray: received files that wait for a decision, were filed by one, or were discarded',
    needs: 'study.read',
    query: z.object({ ...clinicQuery, state: z.enum(trayStates).default('waiting') }),
    response: z.array(TrayGroup),
  }),
  jpeg: defineRoute({
    method: 'GET',
    path: '/tray/:id.jpg',
    summary: 'A file of the conflict tray as a JPEG',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ id: TrayEntryId }),
    query: z.object({
      size: z.coerce.number<number | string>().int().min(16).max(8192).optional(),
    }),
    produces: 'image/jpeg',
  }),
  file: defineRoute({
    method: 'GET',
    path: '/tray/:id.dcm',
    summary: 'A file of the conflict tray as it was received, for support',
    needs: 'tray.decide',
    clinic: 'reach',
    params: z.object({ id: TrayEntryId }),
    produces: 'application/dicom',
  }),
  differences: defineRoute({
    method: 'GET',
    path: '/tray/:id/differences',
    summary: 'What differs between a file of the conflict tray and the image on file',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ id: TrayEntryId }),
    response: TrayDifferences,
  }),
  decide: defineRoute({
    method: 'POST',
    path: '/tray/decision',
    summary: 'Decide about files of the conflict tray',
    needs: 'tray.decide',
    clinic: 'reach',
    body: Decision,
    response: z.object({
      studyId: StudyId.nullable(),
      decided: z.int().nonnegative(),
      /** Names the decision when it is undone. */
      decidedOn: Instant,
    }),
  }),
  undo: defineRoute({
    method: 'POST',
    path: '/tray/undo',
    summary:
      'Undo a decision that filed images: they wait again, and what was remembered is forgotten',
    needs: 'tray.decide',
    clinic: 'reach',
    /** `decidedOn` is that of the decision: another one that was made meanwhile is not undone. */
    body: z.object({ entryIds, decidedOn: Instant }),
    response: UndoneDecision,
  }),
  recover: defineRoute({
    method: 'POST',
    path: '/tray/recover',
    summary: 'Return discarded files to the conflict tray',
    needs: 'tray.discard',
    clinic: 'reach',
    body: z.object({ entryIds }),
  }),
}
