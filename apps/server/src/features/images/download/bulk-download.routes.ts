import { routes } from '@talus/contract'
import type { MountRaw } from '../../../http/mount.ts'
import * as service from './bulk-download.service.ts'
import type { BulkDownloadDeps } from './bulk-download.service.ts'
import type { RunningDownloads } from './running-downloads.ts'
import { sendZip } from './send-zip.ts'

export function bulkDownloadRoutes(
  mountRaw: MountRaw,
  deps: BulkDownloadDeps & {
    readonly running: RunningDownloads
    readonly stalledAfterMs?: number
  },
) {
  mountRaw(routes.clinic.download, ({ db, actor, address, language, body }, reply) =>
    sendZip(reply, { ...deps, readerId: actor.id }, (signal) =>
      service.begin(deps, { db, actor, address, language, signal }, body),
    ),
  )
}
