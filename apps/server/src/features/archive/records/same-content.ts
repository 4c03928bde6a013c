import type { TrayEntryId } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import * as tray from '../tray/tray.queries.ts'
import { isSameObject, openContent, parseContent } from './content-keys.ts'
import type { ContentDeps, FileContent } from './content-keys.ts'
import { hashDataSet, hashStored } from './file-content.ts'
import * as queries from './records.queries.ts'
import type { Comparison, ExistingFile, IncomingFile } from './resolved-file.ts'

export interface CompareDeps extends ContentDeps {
  readonly unscopedDb: UnscopedDb
}

/** Compares a received file with the stored one of its instance, and with those in the tray. */
export async function compareFile(
  deps: CompareDeps,
  existing: ExistingFile,
  incoming: IncomingFile,
): Promise<Comparison> {
  const { filePath } = existing
  const db = new ClinicDb(deps.unscopedDb, [incoming.clinicId])
  const ours = openContent(deps, incoming.file.filePath)
  const stored = await hashStored(deps.files, filePath)
  const isLost = stored === undefined
  const isDamaged = !isLost && existing.sha256 !== '' && stored.whole !== existing.sha256
  // The bytes that are left cannot be compared. The attributes were recorded when they were whole.
  if ((isLost || isDamaged) && (await hasSameHeader(db, existing, incoming)))
    return { filePath, isSame: true, isUnusable: true }
  if (!isLost && (await isSameContent(deps, db, existing, incoming, ours, stored.dataSet)))
    return { filePath, isSame: true }
  return { filePath, isSame: false, entryId: await findEntry(deps, db, incoming, ours) }
}

const hasSameHeader = async (db: ClinicDb, { imageId }: ExistingFile, { reading }: IncomingFile) =>
  (await queries.findHeader(db, imageId)) === reading.json

/** Whether a received file has the content of the stored one, or of a former one of its image. */
async function isSameContent(
  deps: CompareDeps,
  db: ClinicDb,
  { imageId, filePath }: ExistingFile,
  { file }: IncomingFile,
  content: FileContent,
  stored: string,
): Promise<boolean> {
  const { files } = deps
  const ours = await hashDataSet(files, file.filePath)
  if (ours === stored) return true
  // A peer that received the image sends it back with the animal of the records.
  const sentPath = await queries.findOutgoingPath(db, imageId)
  if (sentPath !== undefined && ours === (await hashDataSet(files, sentPath))) return true
  const versions = await queries.listVersions(db, imageId)
  if (versions.some(({ dataSetSha256 }) => dataSetSha256 === ours)) return true
  // Other systems encode the same object in other ways, and send it in the syntax that was
  // negotiated. An object that was compressed with loss has other pixels.
  const formerPaths = await queries.listReplacedPaths(db, imageId)
  for (const path of [filePath, ...(sentPath === undefined ? [] : [sentPath]), ...formerPaths])
    if (await isSameObject(openContent(deps, path), content)) return true
  return false
}

/** The entry of the conflict tray with the same content in another encoding. */
async function findEntry(
  deps: CompareDeps,
  db: ClinicDb,
  { reading, file }: IncomingFile,
  ours: FileContent,
): Promise<TrayEntryId | undefined> {
  const entries = await tray.listOfInstance(db, reading.identity.sopInstanceUid)
  const same = entries.find(({ sha256 }) => sha256 === file.sha256)
  if (same) return same.id
  for (const { id, content, filePath } of entries) {
    const theirs = content === '' ? openContent(deps, filePath) : parseContent(content)
    if (await isSameObject(theirs, ours)) return id
  }
  return undefined
}
