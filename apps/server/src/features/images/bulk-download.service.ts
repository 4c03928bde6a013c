import { refuse } from '@talus/contract'
import type { BodyOf, Language, routes } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import type { Logger } from '../../jobs/define-job.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { find as findClinic } from '../clinics/index.ts'
import * as images from './bulk-download.queries.ts'
import { imageZip } from './image-zip.ts'
import type { RenderJpeg } from './ready-image.ts'
import { namePart, wholeName } from './safe-name.ts'
import type { ZipDownload } from './send-zip.ts'

export interface BulkDownloadDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly clock: () => Date
  readonly renderJpeg: RenderJpeg
}

const clinicNameMax = 100

/** Who took the images of a whole clinic away is on record before the first byte leaves. */
export async function begin(
  { files, log, clock, renderJpeg }: BulkDownloadDeps,
  change: Omit<Change, 'clock'> & { readonly language: Language; readonly signal: AbortSignal },
  { clinicId, type }: BodyOf<typeof routes.clinic.download>,
): Promise<ZipDownload> {
  const isJpeg = type === 'JPEG'
  const { db, language, signal } = change
  const clinic = (await findClinic(db, clinicId)) ?? refuse('record/not-found')
  const extent = await images.extent(db)
  const after = { type, images: extent.images }
  const event = { entityId: clinicId, subject: clinic.name, clinicId, after }
  await record({ ...change, clock }, { action: 'clinic.download', ...event })
  const zip = imageZip(images.imagesUpTo(db, extent.newest), {
    files,
    log,
    language,
    signal,
    now: clock(),
    timeZone: clinic.timeZone,
    renderJpeg: isJpeg ? renderJpeg : undefined,
  })
  const name = `${namePart(clinic.name, clinicNameMax)} images.zip`.trimStart()
  return { zip, fileName: wholeName(name), imageCount: extent.images }
}
