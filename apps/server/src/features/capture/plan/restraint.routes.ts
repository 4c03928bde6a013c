import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../../http/mount.ts'
import * as service from './restraint.service.ts'

export function restraintRoutes(mount: Mount, { clock }: { readonly clock: Clock }) {
  mount(routes.study.restraint, ({ db, params }) => service.find(db, params.id))
  mount(routes.study.setRestraint, ({ db, actor, address, params, body }) =>
    service.set({ db, actor, address, clock }, params.id, body),
  )
  mount(routes.study.holders, ({ db, params }) => service.listHolderNames(db, params.id))
  mount(routes.restraint.exposures, ({ db, params }) => service.listExposures(db, params.id))
  mount(routes.restraint.correct, ({ db, actor, address, params, body }) =>
    service.correct({ db, actor, address, clock }, params.id, body),
  )
}
