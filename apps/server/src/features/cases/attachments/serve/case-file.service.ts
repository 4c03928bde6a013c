import { caseStatus, mayActOnCase, Refusal, refuse } from '@talus/contract'
import type { Actor, CaseFile, CaseFileId, CaseId } from '@talus/contract'
import type { ClinicDb } from '../../../../db/clinic-db.ts'
import { openChunks } from '../../../../files/index.ts'
import type { FileStore } from '../../../../files/index.ts'
import type { PooledBytes } from '../../../../http/send-bytes.ts'
import { ReportFault } from '../../../../workers/index.ts'
import type { ReportPool } from '../../../../workers/index.ts'
import { createDocuments, readWhole, toSafeName } from '../../../images/index.ts'
import type { DocumentDeps, RenderStored } from '../../../images/index.ts'
import * as queries from '../case-files.queries.ts'
import type { CaseFileRow } from '../case-files.queries.ts'
import { findFileAuthors } from '../../stored/file-authors.queries.ts'
import { findShownImage } from '../../stored/case-images.queries.ts'

export interface CaseFileDeps extends DocumentDeps {
  readonly reportPool: ReportPool
  readonly renderStored: RenderStored
}

/** A file that is ready to be sent. */
export interface OpenCaseFile {
  readonly fileName: string
  readonly mediaType: string
  readonly isShown: boolean
  readonly byteLength: number
  readonly bytes: PooledBytes
}

/** The user who reads a file, with the handle of their reach. */
interface FileReader {
  readonly db: ClinicDb
  readonly actor: Pick<Actor, 'id'>
}

/** Larger pictures are decoded by the browser of the reader, not by the server. */
const thumbnailBytesMax = 20 * 1024 * 1024
const thumbnailTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/tiff']
const jpegQuality = 90
const thumbnailViewport = { width: 320, height: 320 }

function getMediaType({ imageId, hasPixels, mediaType }: CaseFileRow): string {
  if (imageId === null) return mediaType
  return hasPixels === false ? 'application/pdf' : 'image/jpeg'
}

const hasThumbnail = ({ imageId, hasPixels, isShown, mediaType, byteLength }: CaseFileRow) =>
  imageId === null
    ? isShown && thumbnailTypes.includes(mediaType) && byteLength <= thumbnailBytesMax
    : hasPixels === true

/** An image of the archive has no file name of its own. */
const getFileName = ({ fileName, bodyPart, bodyPartView }: CaseFileRow) =>
  fileName || [bodyPart, bodyPartView].filter(Boolean).join(' ') || 'image'

const isRemovable = (row: CaseFileRow, actor: Actor) =>
  row.imageId === null &&
  row.userId === actor.id &&
  (row.status === caseStatus.draft || row.isUnpublished) &&
  mayActOnCase(actor, 'removeFile', row)

const toCaseFile = (
  row: CaseFileRow,
  actor: Actor,
  origin: Pick<CaseFile, 'authorName' | 'isFromRadiologist'>,
): CaseFile => ({
  ...origin,
  id: row.id,
  fileName: getFileName(row),
  imageId: row.imageId,
  isFromReceiver: row.isFromReceiver,
  mediaType: getMediaType(row),
  byteLength: row.byteLength,
  isShown: row.imageId !== null || row.isShown,
  hasThumbnail: hasThumbnail(row),
  isUnpublished: row.isUnpublished,
  isRemovable: isRemovable(row, actor),
})

export async function listFiles(
  { db, actor }: { readonly db: ClinicDb; readonly actor: Actor },
  caseId: CaseId,
): Promise<CaseFile[]> {
  if (!(await queries.findCase(db, caseId))) refuse('record/not-found')
  const rows = await queries.listOfCase(db, caseId, actor.id)
  const getOrigin = await findFileAuthors(db.unscopedDb, rows)
  return rows.map((row) => toCaseFile(row, actor, getOrigin(row)))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Opens a stored file; one that is missing, or shorter than recorded, is refused at once. */
export async function openStored(
  files: FileStore,
  { filePath, byteLength }: { readonly filePath: string | null; readonly byteLength: number },
): Promise<PooledBytes> {
  const stored = filePath === null ? undefined : await files.stat(filePath)
  if (!stored || stored.byteLength !== byteLength) return refuse('image/missing')
  return (await openChunks(files, stored.key)) ?? refuse('image/missing')
}

const withExtension = (fileName: string, extension: string) =>
  toSafeName(`${fileName.replace(/\.(?:dcm|jpe?g|pdf)$/iu, '')}.${extension}`)

/** Serves the files of cases. `db` bounds the caller to the cases that they reach. */
export function createCaseFiles(deps: CaseFileDeps) {
  const { files, renderStored, reportPool } = deps
  const documents = createDocuments(deps)

  async function renderImage(
    db: ClinicDb,
    row: CaseFileRow,
    signal: AbortSignal,
    isSmall: boolean,
  ) {
    const image = row.imageId === null ? undefined : await findShownImage(db, row.imageId)
    if (!image) return refuse('record/not-found')
    const options = isSmall ? { viewport: thumbnailViewport, signal } : { signal }
    const jpeg = await renderStored(image, { quality: jpegQuality, ...options })
    return jpeg ?? refuse('image/unreadable')
  }

  async function open(
    { db, actor }: FileReader,
    id: CaseFileId,
    signal: AbortSignal,
  ): Promise<OpenCaseFile> {
    const row = (await queries.find(db, id, actor.id)) ?? refuse('record/not-found')
    const { imageId, isShown, byteLength } = row
    const fileName = getFileName(row)
    const mediaType = getMediaType(row)
    if (imageId === null) {
      const bytes = await openStored(files, row)
      return { fileName: toSafeName(fileName), mediaType, isShown, byteLength, bytes }
    }
    if (row.hasPixels === false) {
      const { bytes, byteLength } = await documents.openPdf(db, imageId, signal)
      const name = withExtension(fileName, 'pdf')
      return { fileName: name, mediaType, isShown: true, byteLength, bytes }
    }
    const jpeg = await renderImage(db, row, signal, false)
    return {
      fileName: withExtension(fileName, 'jpg'),
      mediaType,
      isShown: true,
      byteLength: jpeg.byteLength,
      bytes: once(jpeg),
    }
  }

  /** Decodes only files whose content was found to be a picture when they were attached. */
  async function readThumbnail({ db, actor }: FileReader, id: CaseFileId, signal: AbortSignal) {
    const row = (await queries.find(db, id, actor.id)) ?? refuse('record/not-found')
    if (!hasThumbnail(row)) return refuse('record/not-found')
    if (row.imageId !== null) return renderImage(db, row, signal, true)
    const { filePath, sha256, byteLength } = row
    if (filePath === null) return refuse('image/missing')
    const bytes = await readWhole(files, { filePath, sha256, byteLength })
    try {
      return (await reportPool.encodeThumbnail(bytes)).bytes
    } catch (error) {
      if (error instanceof Refusal || !(error instanceof ReportFault)) throw error
      return refuse('image/unreadable')
    }
  }

  return { open, readThumbnail }
}
