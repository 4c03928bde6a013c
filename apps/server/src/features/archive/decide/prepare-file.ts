import { refuse } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import type { FileSummary, ReadPool } from '../../../workers/index.ts'
import type { registerInstance } from '../correct/correct.queries.ts'
import { readStoredAttributes } from '../receive/read-attributes.ts'
import { rewriteHeader, verifyFile } from '../../images/index.ts'
import { newUid } from '../../studies/index.ts'
import { deriveUid } from '../records/derive-uid.ts'
import { hashDataSet } from '../records/file-content.ts'
import { createDecidedKey } from '../tray/decided-key.ts'
import { toPatientChanges } from './patient-changes.ts'
import type { HeaderChanges, TargetPatient } from './patient-changes.ts'
import * as entries from './tray-entries.queries.ts'
import type { ReplacedImage, TrayEntry } from './tray-entries.queries.ts'

export interface PrepareDeps {
  readonly files: FileStore
  readonly readPool: ReadPool
}

/** The file of an entry as it will be filed; `isNew` if it was written for that. */
export interface PreparedFile {
  readonly entry: TrayEntry
  readonly reading: FileSummary
  readonly file: {
    readonly filePath: string
    readonly sha256: string
    readonly byteLength: number
  }
  readonly isNew: boolean
  /** The image that has the same content already; the file is not filed again. */
  readonly storedAs?: { readonly id: ImageId; readonly studyId: StudyId }
  /** The content of the received file, if it is filed with other attributes. */
  readonly content?: string
  /** Set if the file replaces that of an image. */
  readonly replacement?: {
    readonly instance: Parameters<typeof registerInstance>[1]
    readonly replaced: ReplacedImage
    readonly previousContent: string | undefined
    readonly receivedContent: string | undefined
  }
}

/** Reads the file of an entry without changing it; a damaged one is not filed. */
export async function readEntryFile(
  { files, readPool }: PrepareDeps,
  entry: TrayEntry,
): Promise<PreparedFile> {
  const { filePath, sha256, byteLength } = entry
  await verifyFile(files, { key: filePath, sha256 })
  const reading = await readStoredAttributes(readPool, files, { key: filePath, byteLength })
  return { entry, reading, file: { filePath, sha256, byteLength }, isNew: false }
}

/**
 * Gives a file the UIDs and the patient under which it will be filed. The file itself is changed,
 * because it may be sent to other systems. A changed file is another instance (PS3.3 C.12.1.1), so
 * that a system that has the original does not take one for the other.
 */
export async function prepareFile(
  deps: PrepareDeps,
  db: ClinicDb,
  entry: TrayEntry,
  target: TargetPatient,
  now: Date,
): Promise<PreparedFile> {
  const read = await readEntryFile(deps, entry)
  const changes = await listChanges(db, read, target)
  if (Object.keys(changes.attributes).length === 0) {
    const image = await entries.findImageByUid(db, read.reading.identity.sopInstanceUid)
    if (!image) return read
    if (await isSameContent(deps.files, image, entry)) return { ...read, storedAs: image }
  }
  return rewrite(deps, read, now, changes)
}

/** The changes that file a file under its patient, in a study that this patient may have. */
async function listChanges(
  db: ClinicDb,
  { entry, reading: { identity } }: PreparedFile,
  target: TargetPatient,
): Promise<HeaderChanges> {
  const uid = await findStudyUid(db, entry, target)
  const isOtherStudy = uid !== identity.studyInstanceUid
  const { attributes, isOtherPatient } = await toPatientChanges(db, entry, target)
  return {
    attributes: {
      ...(isOtherStudy && {
        StudyInstanceUID: uid,
        SeriesInstanceUID: deriveUid('series', uid, identity.seriesInstanceUid),
      }),
      ...attributes,
    },
    isOtherPatient,
  }
}

const isSameContent = async (files: FileStore, image: ContentFile, entry: ContentFile) =>
  image.sha256 === entry.sha256 ||
  (await hashDataSet(files, image.filePath)) === (await hashDataSet(files, entry.filePath))
type ContentFile = Pick<TrayEntry, 'filePath' | 'sha256'>

/** Gives a file a new instance UID, so that it can be filed beside the one that has its UID. */
export async function prepareSecond(
  deps: PrepareDeps,
  db: ClinicDb,
  entry: TrayEntry,
  target: TargetPatient,
  now: Date,
): Promise<PreparedFile> {
  const read = await readEntryFile(deps, entry)
  return rewrite(deps, read, now, await listChanges(db, read, target))
}

async function rewrite(
  { files, readPool }: PrepareDeps,
  { entry, reading }: PreparedFile,
  now: Date,
  { attributes, isOtherPatient }: HeaderChanges,
): Promise<PreparedFile> {
  const { pixelStart } = reading
  const { filePath: key, sha256, byteLength } = entry
  // Not derived: after an undone decision the next one is another object for other systems.
  const SOPInstanceUID = newUid()
  const newKey = createDecidedKey(entry.clinicId, now, entry.id)
  const original = { key, sha256, byteLength, pixelStart }
  const stored = await rewriteHeader(
    { files, readPool },
    original,
    { ...attributes, SOPInstanceUID },
    newKey,
    { isOtherPatient },
  )
  const file = { filePath: stored.key, sha256: stored.sha256, byteLength: stored.byteLength }
  return {
    entry,
    file,
    reading: await readStoredAttributes(readPool, files, stored),
    isNew: true,
  }
}

const attemptsMax = 20

/**
 * The study UID of the file, unless another animal has it or its study is deleted; then the same new
 * one for all files of the group.
 */
async function findStudyUid(db: ClinicDb, entry: TrayEntry, target: TargetPatient) {
  const { studyInstanceUID, groupKey } = entry
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const uid =
      attempt === 0
        ? studyInstanceUID
        : deriveUid('study', studyInstanceUID, groupKey, `${target.id}`, `${attempt}`)
    const study = await entries.findStudyByUid(db, uid)
    if (!study || (study.patientId === target.id && !study.isDeleted)) return uid
  }
  return refuse('tray/changed')
}
