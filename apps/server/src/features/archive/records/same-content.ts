import { refuse, Refusal } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import { WorkerFault } from '../../../workers/index.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import { decodedBytesMax, readBytes } from '../../images/index.ts'
import { hashDataSet, readTransferSyntax } from './file-content.ts'
import * as queries from './records.queries.ts'
import type { ExistingFile, IncomingFile } from './resolved-file.ts'

export interface CompareDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly transcodePool: TranscodePool
}

/** Whether a received file has the content of the stored one, or of a former one of its image. */
export async function isSameContent(
  deps: CompareDeps,
  { imageId, filePath, isFormerUid }: ExistingFile,
  { clinicId, file, reading }: IncomingFile,
): Promise<boolean> {
  const { unscopedDb, files } = deps
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
  if (versions.some(({ dataSetSha256 }) => dataSetSha256 === ours)) return true
  for (const path of [filePath, ...(sentPath === undefined ? [] : [sentPath])])
    if (await isTranscoded(deps, path, file.filePath)) return true
  return false
}

/**
 * Whether two files of different transfer syntaxes have the same values and pixels. An archive
 * sends an object in the syntax that was negotiated, so that it may come back in another one. An
 * object that was compressed with loss has other pixels.
 */
async function isTranscoded(deps: CompareDeps, one: string, other: string): Promise<boolean> {
  const [syntax, otherSyntax] = await Promise.all([
    readTransferSyntax(deps.files, one),
    readTransferSyntax(deps.files, other),
  ])
  if (syntax === undefined || otherSyntax === undefined || syntax === otherSyntax) return false
  try {
    return (await hashContent(deps, one)) === (await hashContent(deps, other))
  } catch (error) {
    // A file that cannot be decoded cannot be compared either: a user has to look at both.
    if (error instanceof DicomFault || error instanceof WorkerFault || error instanceof Refusal)
      return false
    throw error
  }
}

async function hashContent({ files, transcodePool }: CompareDeps, filePath: string) {
  const byteLength = (await files.stat(filePath))?.byteLength ?? refuse('image/missing')
  if (byteLength > decodedBytesMax) refuse('web/not-acceptable')
  const load = () => readBytes(files, { filePath, byteLength }, 0, byteLength)
  const [hash] = await transcodePool.run({ kind: 'content-hash' }, load)
  return Buffer.from(hash ?? []).toString('hex')
}
