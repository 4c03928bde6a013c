/**
 * The way into the conflict tray. Call it in the transaction that decides that a file cannot be
 * filed; the file must be flushed to the store already, and the caller must not remove it:
 *
 *     await addTrayEntry(db, { clinicId, userId, reason, sender, file, now })
 *
 * `claim` and `record` are left out if the file cannot be read. It refuses with `tray/full` before it
 * has written anything. It also calls `touchClinic`, so that open pages update their count.
 */
import { createHash } from 'node:crypto'
import { foldText, limits, refuse } from '@talus/contract'
import type {
  ClinicId,
  ImageId,
  PatientId,
  StudyId,
  TrayEntryId,
  TrayIdentity,
  TrayReason,
  TraySenderKind,
  UserId,
} from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { touchClinic } from '../../../db/listing/index.ts'
import * as tray from './tray.queries.ts'

/** The sender of a file, as the tray shows it. */
export interface TraySender {
  readonly kind: TraySenderKind
  /** The AE title of a device, or the username. */
  readonly name: string
  readonly address: string
}

export interface NewTrayEntry {
  readonly clinicId: ClinicId
  readonly userId: UserId
  readonly reason: TrayReason
  readonly sender: TraySender
  readonly file: {
    readonly filePath: string
    readonly sha256: string
    readonly byteLength: number
    readonly hasPixels?: boolean
  }
  /** The attributes of the file. */
  readonly claim?: TrayIdentity
  /** The record that the server proposes or that contradicts the file. */
  readonly record?: {
    readonly patientId: PatientId | null
    readonly studyId: StudyId | null
    readonly imageId: ImageId | null
  }
  readonly now: Date
}

export async function addTrayEntry(db: ClinicDb, entry: NewTrayEntry): Promise<TrayEntryId> {
  const { clinicId, sender, file, claim, record, now } = entry
  const senderKey = toSenderKey(sender)
  await checkLimits(db, clinicId, senderKey, file.byteLength)
  const { id } = await tray.insert(db, {
    clinicId,
    userId: entry.userId,
    reason: entry.reason,
    groupKey: toGroupKey(entry, senderKey),
    receivedOn: now.toISOString(),
    senderKind: sender.kind,
    senderName: sender.name,
    senderAddress: sender.address,
    senderKey,
    ...(claim ?? { birthDate: null, speciesId: null, studyDate: null }),
    hasPixels: file.hasPixels ?? false,
    filePath: file.filePath,
    sha256: file.sha256,
    byteLength: file.byteLength,
    recordPatientId: record?.patientId ?? null,
    recordStudyId: record?.studyId ?? null,
    recordImageId: record?.imageId ?? null,
    decision: null,
    decidedOn: null,
    decidedBy: null,
    imageId: null,
    keptUntil: null,
  })
  await touchClinic(db.unscopedDb, clinicId)
  return id
}

/** A device can change its AE title with every call, but hardly its address. */
const toSenderKey = ({ kind, name, address }: TraySender) =>
  `${kind} ${kind === 'device' ? address : name}`

/**
 * A stranger must not fill the disk or hide the entries of others among thousands of their own.
 */
async function checkLimits(
  db: ClinicDb,
  clinicId: ClinicId,
  senderKey: string,
  byteLength: number,
): Promise<void> {
  const own = await tray.countWaitingOf(db.within(clinicId), senderKey)
  const isFull =
    own.files >= limits.trayFilesPerSender || own.bytes + byteLength > limits.trayBytesPerSender
  if (isFull) refuse('tray/full', { values: { count: own.files } })
  const waiting = await tray.countWaiting(db.within(clinicId))
  if (waiting >= limits.trayFilesPerClinic) refuse('tray/full', { values: { count: waiting } })
}

/** Files without a study are decided one by one. */
function toGroupKey({ reason, claim, file }: NewTrayEntry, senderKey: string): string {
  if (!claim || claim.studyInstanceUID === '') return `file ${file.filePath}`
  const { patientId, issuer, name, owner, birthDate, studyInstanceUID } = claim
  const parts = [reason, senderKey, studyInstanceUID, patientId, issuer]
  const names = [foldText(name), foldText(owner), birthDate ?? '']
  return createHash('sha256')
    .update([...parts, ...names].join('\n'))
    .digest('hex')
}
