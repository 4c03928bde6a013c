import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../../http/mount.ts'
import * as service from './receiver-settings.service.ts'
import type { ReceiverDeps } from './receiver-settings.service.ts'

export function dicomReceiverRoutes(mount: Mount, deps: ReceiverDeps & { readonly clock: Clock }) {
  const { clock } = deps
  mount(routes.dicomReceiver.ofClinic, ({ db, clinicId }) =>
    service.getForClinic(deps, db, clinicId),
  )
  mount(routes.dicomReceiver.update, ({ db, actor, address, body }) =>
    service.update(deps, { db, actor, address, clock }, body),
  )
}
