import { routes } from '@talus/contract'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import type { BulkDownloadDeps } from './bulk-download.service.ts'
import { getDownloadsFolder, saveDownload } from './downloads-folder.ts'
import * as service from './image-download.service.ts'
import type { RunningDownloads } from './running-downloads.ts'
import { sendZip } from './send-zip.ts'

export interface ImageDownloadDeps extends BulkDownloadDeps {
  readonly running: RunningDownloads
  readonly downloadsFolder: string | undefined
  readonly dataFolder: string
}

export function imageDownloadRoutes(mount: Mount, mountRaw: MountRaw, deps: ImageDownloadDeps) {
  mountRaw(routes.image.download, ({ db, actor, address, language, body }, reply) =>
    sendZip(reply, { running: deps.running, readerId: actor.id }, (signal) =>
      service.begin(deps, { db, actor, address, language, signal }, body),
    ),
  )

  mount(routes.image.downloadLocally, async ({ db, actor, address, language, body }) => {
    const download = deps.running.begin(actor.id)
    try {
      const change = { db, actor, address, language, signal: download.signal }
      const { zip, fileName } = await service.begin(deps, change, body)
      const saved = { fileName, bytes: zip }
      return { fileName: await saveDownload(getDownloadsFolder(deps), saved) }
    } finally {
      deps.running.end(download)
    }
  })
}
