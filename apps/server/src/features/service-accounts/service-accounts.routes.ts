import { refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../http/mount.ts'
import * as accounts from './service-accounts.queries.ts'
import * as service from './service-accounts.service.ts'

export function serviceAccountRoutes(mount: Mount, { clock }: { readonly clock: Clock }) {
  mount(routes.serviceAccount.list, ({ db, clinicId }) =>
    accounts.list(db, clinicId ?? refuse('clinic/of-user-not-found')),
  )
  mount(routes.serviceAccount.create, ({ db, actor, address, body }) =>
    service.create({ db, actor, address, clock }, body),
  )
  mount(routes.serviceAccount.update, ({ db, actor, address, body }) =>
    service.update({ db, actor, address, clock }, body),
  )
  mount(routes.serviceAccount.revoke, ({ db, actor, address, params }) =>
    service.revoke({ db, actor, address, clock }, params.id),
  )
}
