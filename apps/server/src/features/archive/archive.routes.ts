import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount, MountRaw } from '../../http/mount.ts'
import { annotate } from './annotate/annotate.service.ts'
import type { AnnotateDeps } from './annotate/annotate.service.ts'
import { trayRoutes } from './decide/tray.routes.ts'
import type { TrayDeps } from './decide/tray.routes.ts'
import { importRoutes } from './receive/import.routes.ts'
import type { ImportDeps } from './receive/import.routes.ts'

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
}
