import { refuse } from '@talus/contract'
import type { BodyOf, Language, routes } from '@talus/contract'
import { dayIn } from '../../time/day-in.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { find as findClinic } from '../clinics/index.ts'
import type { BulkDownloadDeps } from './bulk-download.service.ts'
import type { NamedImage } from './entry-name.ts'
import { chosenImages } from './image-download.queries.ts'
import { imageZip } from './image-zip.ts'
import { fullQuality } from './pictures.service.ts'
import type { RenderJpeg } from './ready-image.ts'
import { namePart, wholeName } from './safe-name.ts'
import type { ZipDownload } from './send-zip.ts'

const nameMax = 64
const codeMax = 32

/** The specification's `{patientName}_{patientId}_{YYYY-MM-DD}_{studyId}.zip`. */
export function zipName(image: NamedImage, timeZone: string): string {
  const parts = [
    namePart(image.patientName, nameMax),
    namePart(image.patientCode, codeMax),
    dayIn(timeZone, new Date(image.studyDate)),
    String(image.studyId),
  ]
  return wholeName(`${parts.filter((part) => part !== '').join('_')}.zip`)
}

/** As good as the file: the specification's "JPEG export quality 1". */
export const atFullQuality =
  (renderJpeg: RenderJpeg): RenderJpeg =>
  (bytes, options) =>
    renderJpeg(bytes, { ...options, quality: fullQuality })

/**
 * Chosen images as a zip. One that is not there, whether it was rejected, deleted or is another
 * clinic's, refuses all of them: which one it was would tell that it exists.
 */
export async function begin(
  { files, log, clock, renderJpeg }: BulkDownloadDeps,
  change: Omit<Change, 'clock'> & { readonly language: Language; readonly signal: AbortSignal },
  { imageIds, type }: BodyOf<typeof routes.image.download>,
): Promise<ZipDownload> {
  const { db, language, signal } = change
  const wanted = [...new Set(imageIds)]
  const images = await chosenImages(db, wanted)
  const [first] = images
  if (!first || images.length < wanted.length) refuse('record/not-found')
  const clinic = (await findClinic(db, first.clinicId)) ?? refuse('record/not-found')
  await db.transaction(async (db) => {
    // Who took images away is on record before the first byte leaves.
    for (const ofStudy of Map.groupBy(images, ({ studyId }) => studyId).values())
      for (const { studyId: entityId, patientName: subject, clinicId } of ofStudy.slice(0, 1))
        await record(
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
  const zip = imageZip(eachOf(images), {
    files,
    log,
    language,
    signal,
    now: clock(),
    timeZone: clinic.timeZone,
    renderJpeg: type === 'JPEG' ? atFullQuality(renderJpeg) : undefined,
  })
  return { zip, fileName: zipName(first, clinic.timeZone), imageCount: images.length }
}

/** A list that is at hand, for what takes them as they come. */
export async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
