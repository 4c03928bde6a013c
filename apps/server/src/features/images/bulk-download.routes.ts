import { imageCountHeader, refuse, routes } from '@talus/contract'
import { attachment } from '../../http/attachment.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import type { MountRaw } from '../../http/mount.ts'
import * as service from './bulk-download.service.ts'
import type { BulkDownloadDeps } from './bulk-download.service.ts'
import { RunningDownloads } from './running-downloads.ts'

/** A reader that takes nothing for so long has gone, or has forgotten that it is reading. */
const stalledAfterMs = 60_000

export function bulkDownloadRoutes(
  mountRaw: MountRaw,
  deps: BulkDownloadDeps & { readonly stalledAfterMs?: number },
) {
  const running = new RunningDownloads()

  mountRaw(routes.clinic.download, async ({ db, actor, address, language, body }, reply) => {
    const download = running.begin(actor.id)
    const { signal } = download
    // Nobody waits any more for a file that hangs or a picture that is being made.
    reply.raw.once('close', () => download.abort())
    reply.raw.setTimeout(deps.stalledAfterMs ?? stalledAfterMs, () => download.abort())
    try {
      const change = { db, actor, address, language, signal }
      const { zip, fileName, imageCount } = await service.begin(deps, change, body)
      const headers = {
        'content-type': 'application/zip',
        'content-disposition': attachment(fileName),
        [imageCountHeader]: imageCount,
        // A proxy that gathers the zip first would show no progress and need the room for it.
        'x-accel-buffering': 'no',
      }
      return await sendBytes(reply, zip, { headers, signal })
    } catch (error) {
      // The reader has left or the server stops: nobody's fault, and nothing to report.
      if (signal.aborted) refuse('server/unavailable')
      throw error
    } finally {
      running.ended(download)
    }
  })

  return { stop: () => running.endAll() }
}
