import { refuse, routes } from '@talus/contract'
import type { Mount } from '../../../http/mount.ts'
import type { Clock } from '../../../jobs/define-job.ts'
import * as service from './protocols.service.ts'

export function protocolRoutes(mount: Mount, { clock }: { readonly clock: Clock }) {
  /** Protocols are of one clinic, also for those who reach many. */
  const place = ({ db, actor, address, clinicId, language }: service.Caller) => {
    if (clinicId === null) refuse('clinic/of-user-not-found')
    return { db: db.within(clinicId), actor, address, clinicId, language, clock }
  }

  mount(routes.protocol.list, (call) => service.list(place(call)))
  mount(routes.protocol.create, (call) => service.create(place(call), call.body))
  mount(routes.protocol.update, (call) => service.update(place(call), call.params.key, call.body))
  mount(routes.protocol.remove, (call) => service.remove(place(call), call.params.key))
  mount(routes.protocol.restore, (call) => service.restore(place(call)))
  mount(routes.study.applyProtocol, ({ db, language, params, body }) =>
    service.apply({ db, language, clock }, params.id, body),
  )
}
