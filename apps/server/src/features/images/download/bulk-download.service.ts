import { refuse } from '@talus/contract'
import type { RouteBody, Language, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { FileStore } from '../../../files/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { find as findClinic } from '../../clinics/index.ts'
import type { OutgoingFiles } from '../stored/stored-image.ts'
import * as images from './bulk-download.queries.ts'
import { createImageZip } from './image-zip.ts'
import type { RenderJpeg } from './ready-image.ts'
import { toNamePart, toSafeName } from './safe-name.ts'
import type { ZipDownload } from './send-zip.ts'

export interface BulkDownloadDeps {
  readonly files: FileStore
  readonly outgoing: OutgoingFiles
  readonly log: Logger
  readonly clock: Clock
  readonly renderJpeg: RenderJpeg
}

const clinicNameMax = 100

/**
 * Starts a download of all images of a clinic. The audit event is recorded before the first byte is
 * sent.
 */
export async function begin(
  { files, outgoing, log, clock, renderJpeg }: BulkDownloadDeps,
  change: Omit<ChangeContext, 'clock'> & {
    readonly language: Language
    readonly signal: AbortSignal
  },
  { clinicId, type }: RouteBody<typeof routes.clinic.download>,
): Promise<ZipDownload> {
  const isJpeg = type === 'JPEG'
  const { db, language, signal } = change
  const clinic = (await findClinic(db, clinicId)) ?? refuse('record/not-found')
  const extent = await images.findExtent(db)
  const after = { type, images: extent.images }
  const event = { entityId: clinicId, subject: clinic.name, clinicId, after }
  await recordAuditEvent({ ...change, clock }, { action: 'clinic.download', ...event })
  const zip = createImageZip(images.listImagesUpTo(db, extent.newest), {
    files,
    outgoing,
    log,
    language,
    signal,
    leavesOutDamaged: false,
    now: clock(),
    timeZone: clinic.timeZone,
    renderJpeg: isJpeg ? renderJpeg : undefined,
  })
  const name = `${toNamePart(clinic.name, clinicNameMax)} images.zip`.trimStart()
  return { zip, fileName: toSafeName(name), imageCount: extent.images }
}
