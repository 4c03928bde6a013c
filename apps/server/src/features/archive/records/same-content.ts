import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import { hashDataSet } from './file-content.ts'
import * as queries from './records.queries.ts'
import type { ExistingFile, IncomingFile } from './resolved-file.ts'

export interface CompareDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
}

/** Whether a received file has the content of the stored one, or of a former one of its image. */
export async function isSameContent(
  { unscopedDb, files }: CompareDeps,
  { imageId, filePath, isFormerUid }: ExistingFile,
  { clinicId, file, reading }: IncomingFile,
): Promise<boolean> {
  const db = new ClinicDb(unscopedDb, [clinicId])
  const stored = await hashDataSet(files, filePath)
  // The stored file is lost: its attributes are all that is left to compare.
  if (stored === undefined) return (await queries.findHeader(db, imageId)) === reading.json
  const ours = await hashDataSet(files, file.filePath)
  if (ours === stored) return true
  // A peer that received the image sends it back with the animal of the records.
  const sentPath = await queries.findOutgoingPath(db, imageId)
  if (sentPath !== undefined && ours === (await hashDataSet(files, sentPath))) return true
  const versions = await queries.listVersions(db, imageId)
  // Its former content was not recorded by earlier versions of the product.
  if (isFormerUid && versions.length === 0) return true
  return versions.some(({ dataSetSha256 }) => dataSetSha256 === ours)
}
