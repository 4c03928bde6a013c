import { refuse } from '@talus/contract'
import type { RouteBody, Language, routes } from '@talus/contract'
import { formatDay } from '../../../time/format-day.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { find as findClinic } from '../../clinics/index.ts'
import type { BulkDownloadDeps } from './bulk-download.service.ts'
import type { NamedImage } from './entry-name.ts'
import { findChosenImages, findReportPdf } from './image-download.queries.ts'
import { createImageZip } from './image-zip.ts'
import { fullQuality } from '../thumbnails/thumbnails.service.ts'
import type { RenderJpeg } from './ready-image.ts'
import { toNamePart, toSafeName } from './safe-name.ts'
import type { ZipDownload } from './send-zip.ts'

const nameMax = 64
const codeMax = 32

/** The specification's `{patientName}_{patientId}_{YYYY-MM-DD}_{studyId}.zip`. */
export function formatZipName(image: NamedImage, timeZone: string): string {
  const parts = [
    toNamePart(image.patientName, nameMax),
    toNamePart(image.patientCode, codeMax),
    formatDay(timeZone, new Date(image.studyDate)),
    String(image.studyId),
  ]
  return toSafeName(`${parts.filter((part) => part !== '').join('_')}.zip`)
}

/** Renders with full quality: the specification's "JPEG export quality 1". */
export const withFullQuality =
  (renderJpeg: RenderJpeg): RenderJpeg =>
  (bytes, options) =>
    renderJpeg(bytes, { ...options, quality: fullQuality })

/**
 * Starts a download of selected images. If one of them is missing, because it was rejected, deleted
 * or belongs to another clinic, all are refused: naming it would reveal that it exists.
 */
export async function begin(
  { files, outgoing, log, clock, renderJpeg }: BulkDownloadDeps,
  change: Omit<ChangeContext, 'clock'> & {
    readonly language: Language
    readonly signal: AbortSignal
  },
  { imageIds, type }: RouteBody<typeof routes.image.download>,
): Promise<ZipDownload> {
  const { db, language, signal } = change
  const requested = [...new Set(imageIds)]
  const images = await findChosenImages(db, requested)
  const [first] = images
  if (!first || images.length < requested.length) refuse('record/not-found')
  const withReports = images.map((image) => ({ ...image, pdf: findReportPdf(image) }))
  // The PDF has the name of another patient.
  if (withReports.some(({ reportName, pdf }) => reportName !== null && !pdf))
    refuse('report/other-patient')
  const clinic = (await findClinic(db, first.clinicId)) ?? refuse('record/not-found')
  await db.transaction(async (db) => {
    // The audit event is recorded before the first byte is sent.
    for (const ofStudy of Map.groupBy(images, ({ studyId }) => studyId).values())
      for (const { studyId: entityId, patientName: subject, clinicId } of ofStudy.slice(0, 1))
        await recordAuditEvent(
          { ...change, db, clock },
          {
            action: 'image.download',
            entityId,
            subject,
            clinicId,
            after: { type, images: ofStudy.length },
          },
        )
  })
  const zip = createImageZip(toAsyncIterable(withReports), {
    files,
    outgoing,
    log,
    language,
    signal,
    leavesOutDamaged: true,
    now: clock(),
    timeZone: clinic.timeZone,
    renderJpeg: type === 'JPEG' ? withFullQuality(renderJpeg) : undefined,
  })
  return { zip, fileName: formatZipName(first, clinic.timeZone), imageCount: images.length }
}

/** Converts a list for a consumer of async iterables. */
export async function* toAsyncIterable<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
