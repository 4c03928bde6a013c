import { routes } from '@talus/contract'
import type { Mount } from '../../../http/mount.ts'
import * as service from './receiver-settings.service.ts'

export function dicomReceiverRoutes(mount: Mount, { clock }: { readonly clock: () => Date }) {
  mount(routes.dicomReceiver.ofClinic, ({ db, clinicId }) => service.getForClinic(db, clinicId))
  mount(routes.dicomReceiver.update, ({ db, actor, address, body }) =>
    service.update({ db, actor, address, clock }, body),
  )
}
