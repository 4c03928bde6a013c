import { routes } from '@talus/contract'
import type { Mount } from '../../../http/mount.ts'
import * as service from './restraint.service.ts'

export function restraintRoutes(mount: Mount) {
  mount(routes.study.restraint, ({ db, params }) => service.find(db, params.id))
  mount(routes.study.setRestraint, ({ db, params, body }) => service.set(db, params.id, body))
  mount(routes.study.holders, ({ db, params }) => service.listHolderNames(db, params.id))
}
