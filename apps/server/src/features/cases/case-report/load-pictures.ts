import { parse } from 'node:path'
import { formatImageAnatomy } from '@talus/anatomy'
import { countPrintedPictures, limits, Refusal } from '@talus/contract'
import type { CaseFileId, UserId } from '@talus/contract'
import type { CasePicture } from '@talus/report/case-report'
import type { Logger } from '@talus/node-kit/logger'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { FileStore } from '../../../files/index.ts'
import type { Translate } from '../../../http/translations.ts'
import { ReportFault } from '../../../workers/index.ts'
import type { ReportPool } from '../../../workers/index.ts'
import { readWhole } from '../../images/index.ts'
import type { RenderStored } from '../../images/index.ts'
import { findFileAuthors } from '../stored/file-authors.queries.ts'
import { listShownImages } from '../stored/case-images.queries.ts'
import type { CaseImage } from '../stored/case-images.queries.ts'
import { formatDay } from '../../../time/format-day.ts'
import { listAttachments } from './case-report.queries.ts'
import type { ReportedCase } from './case-report.queries.ts'

export interface PictureDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly reportPool: ReportPool
  readonly renderStored: RenderStored
}

/** The specified width and quality. */
const imageWidth = 800
const imageQuality = 70
const imageHeightMax = 8000
/** A larger picture is named among the attachments only. */
const pictureBytesMax = 20 * 1024 * 1024
/** The first page of a TIFF and the first frame of a GIF are printed. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/tiff']

type Attachment = Awaited<ReturnType<typeof listAttachments>>[number]

async function encodeAttachment(
  { files, reportPool, log }: PictureDeps,
  { id, filePath, sha256, byteLength }: Attachment,
): Promise<Uint8Array | undefined> {
  if (filePath === null) return undefined
  try {
    const bytes = await readWhole(files, { filePath, sha256, byteLength })
    return (await reportPool.encodeAttachedPicture(bytes)).bytes
  } catch (error) {
    if (!(error instanceof ReportFault || error instanceof Refusal)) throw error
    log.warn({ err: error, caseFileId: id }, 'picture of a case not read')
    return undefined
  }
}

async function renderImage(
  { renderStored, log }: PictureDeps,
  image: CaseImage,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const width = Math.min(imageWidth, image.columns ?? imageWidth)
  const viewport = { width, height: imageHeightMax }
  try {
    return await renderStored(image, { viewport, quality: imageQuality, signal })
  } catch (error) {
    if (signal.aborted) throw error
    log.warn({ err: error, imageId: image.id }, 'image of a case report not rendered')
    return undefined
  }
}

const isOwnPicture = (file: { readonly isFromRadiologist: boolean; readonly mediaType: string }) =>
  file.isFromRadiologist && file.mediaType.startsWith('image/')

/** An image of another study has its date, as on the page of the case. */
const formatCaption = ({ studyId, language, timeZone }: ReportedCase, image: CaseImage) =>
  [
    formatImageAnatomy(image, language),
    image.studyId === studyId ? '' : formatDay(timeZone, new Date(image.studyCreatedOn)),
  ]
    .filter(Boolean)
    .join(', ')

/**
 * The pictures of the report: those that the radiologist cropped or attached, then the radiographs.
 * One that cannot be shown is left out, because a report must not fail by it.
 */
export async function loadCasePictures(
  deps: PictureDeps,
  db: ClinicDb,
  radCase: ReportedCase,
  {
    translate,
    readerId,
    signal,
  }: {
    readonly translate: Translate
    /** The author of a preview, which shows their unpublished files; null for a report. */
    readonly readerId: UserId | null
    readonly signal: AbortSignal
  },
) {
  const { id: caseId } = radCase
  const attached = await listAttachments(db, caseId, readerId)
  const getOrigin = await findFileAuthors(db.unscopedDb, attached)
  const attachments = attached.map((file) => ({ ...file, ...getOrigin(file) }))
  const images = await listShownImages(db, caseId)
  const pictures: CasePicture[] = []
  const add = (jpeg: Uint8Array | undefined, caption: string, isLarge: boolean) => {
    if (!jpeg) return
    const number = pictures.length + 1
    const alternativeText = [translate('casePdf:image', { number }), caption]
    pictures.push({
      jpeg,
      caption,
      isLarge,
      alternativeText: alternativeText.filter(Boolean).join(': '),
    })
  }
  const printed = new Set<CaseFileId>()
  for (const file of attachments)
    if (
      pictures.length < limits.printedPicturesMax &&
      file.isFromRadiologist &&
      pictureTypes.includes(file.mediaType) &&
      file.byteLength <= pictureBytesMax
    ) {
      const jpeg = await encodeAttachment(deps, file)
      if (jpeg) printed.add(file.id)
      // A crop is named after its image; the name of another file is that of its author.
      add(jpeg, file.isFromReceiver ? parse(file.fileName).name : file.fileName, true)
    }
  const own = pictures.length
  const counted = countPrintedPictures(radCase.modality, { own, images: images.length })
  for (const image of images)
    if (pictures.length < own + counted.images)
      add(await renderImage(deps, image, signal), formatCaption(radCase, image), false)
  const ownPictures = attachments.filter(isOwnPicture)
  return {
    pictures,
    pictureCount: ownPictures.length + images.length,
    // A crop is listed only if it could not be printed.
    attachments: attachments
      .filter(({ id, isFromReceiver }) => !isFromReceiver || !printed.has(id))
      .map((file) => ({
        ...file,
        isPictureLeftOut: isOwnPicture(file) && !printed.has(file.id),
      })),
  }
}
