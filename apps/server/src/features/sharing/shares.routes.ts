import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as shares from './shares.queries.ts'
import * as service from './shares.service.ts'
import type { ShareDeps } from './shares.service.ts'

export function shareRoutes(mount: Mount, deps: ShareDeps) {
  mount(routes.share.ofStudy, async ({ db, query }) =>
    (await shares.ofStudy(db, query.studyId)).map(service.toShare),
  )
  mount(routes.share.create, ({ db, actor, address, body }) =>
    service.create({ ...deps, db, actor, address }, body),
  )
  mount(routes.share.revoke, ({ db, actor, address, params }) =>
    service.revoke({ ...deps, db, actor, address }, params.id),
  )
}
