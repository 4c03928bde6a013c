import type { Mount, MountRaw } from '../../http/mount.ts'
import type { Clock } from '../../jobs/define-job.ts'
import { protocolRoutes } from './protocols.routes.ts'
import { rejectStatisticsRoutes } from './reject-statistics.routes.ts'
import { restraintRoutes } from './restraint.routes.ts'

/** What stands around the taking of images, and could be left out without losing one. */
export function captureExtrasRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  deps: { readonly clock: Clock },
) {
  protocolRoutes(mount, deps)
  restraintRoutes(mount)
  rejectStatisticsRoutes(mount, mountRaw)
}
