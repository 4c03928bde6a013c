import { refuse, routes } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { formatAttachmentHeader } from '../../http/attachment.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import { findImageDetails } from '../images/index.ts'
import { annotate } from './annotate/annotate.service.ts'
import type { AnnotateDeps } from './annotate/annotate.service.ts'
import { trayRoutes } from './decide/tray.routes.ts'
import type { TrayDeps } from './decide/tray.routes.ts'
import { listReplaced } from './correct/correct.queries.ts'
import { importRoutes } from './receive/import.routes.ts'
import type { ImportDeps } from './receive/import.routes.ts'

/** The replaced objects of an image, which has to exist. */
async function findReplaced(db: ClinicDb, id: ImageId) {
  if (!(await findImageDetails(db, id))) refuse('record/not-found')
  return listReplaced(db, id)
}

export function archiveRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  deps: AnnotateDeps & ImportDeps & TrayDeps & { readonly clock: Clock },
) {
  importRoutes(mountRaw, deps)
  trayRoutes(mount, mountRaw, deps)
  mount(routes.image.annotate, ({ db, actor, address, body }) =>
    annotate(deps, { db, actor, address, clock: deps.clock }, body),
  )
  mount(routes.image.history, async ({ db, params }) =>
    (await findReplaced(db, params.id)).flatMap(({ filePath, username, reason, ...row }) =>
      reason === '' || row.replacedOn === null
        ? []
        : {
            ...row,
            reason,
            replacedOn: row.replacedOn,
            username: username ?? '',
            hasFile: filePath !== null,
          },
    ),
  )
  mountRaw(routes.image.replaced, async ({ db, params: { id, sopInstanceUID } }, reply) => {
    const all = await findReplaced(db, id)
    const found = all.find((one) => one.sopInstanceUID === sopInstanceUID)
    if (!found || found.filePath === null) return refuse('record/not-found')
    const stream = (await deps.files.read(found.filePath)) ?? refuse('image/missing')
    return reply
      .type('application/dicom')
      .header('cache-control', 'private, no-cache')
      .header('content-disposition', formatAttachmentHeader(`${sopInstanceUID}.dcm`))
      .header('content-length', found.byteLength)
      .send(stream)
  })
}
