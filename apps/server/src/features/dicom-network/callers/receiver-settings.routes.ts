import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../../http/mount.ts'
import * as service from './receiver-settings.service.ts'

export function dicomReceiverRoutes(mount: Mount, { clock }: { readonly clock: Clock }) {
  mount(routes.dicomReceiver.ofClinic, ({ db, clinicId }) => service.getForClinic(db, clinicId))
  mount(routes.dicomReceiver.update, ({ db, actor, address, body }) =>
    service.update({ db, actor, address, clock }, body),
  )
}
