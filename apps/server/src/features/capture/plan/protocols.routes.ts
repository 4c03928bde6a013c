import { refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../../http/mount.ts'
import * as service from './protocols.service.ts'

export function protocolRoutes(mount: Mount, { clock }: { readonly clock: Clock }) {
  /** Protocols belong to one clinic, also for users who reach several. */
  const toContext = ({ db, actor, address, clinicId, language }: service.ProtocolCaller) => {
    if (clinicId === null) refuse('clinic/of-user-not-found')
    return { db: db.within(clinicId), actor, address, clinicId, language, clock }
  }

  mount(routes.protocol.list, (call) => service.list(toContext(call)))
  mount(routes.protocol.create, (call) => service.create(toContext(call), call.body))
  mount(routes.protocol.update, (call) =>
    service.update(toContext(call), call.params.key, call.body),
  )
  mount(routes.protocol.remove, (call) => service.remove(toContext(call), call.params.key))
  mount(routes.protocol.restore, (call) => service.restore(toContext(call)))
  mount(routes.study.applyProtocol, ({ db, language, params, body }) =>
    service.apply({ db, language, clock }, params.id, body),
  )
}
