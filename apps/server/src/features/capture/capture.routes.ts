import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import type { Clock } from '../../jobs/define-job.ts'
import * as annotations from './annotations.service.ts'
import { reject } from './rejection.service.ts'

export function captureRoutes(mount: Mount, { clock }: { readonly clock: Clock }) {
  mount(routes.study.annotations, ({ db, params }) => annotations.list(db, params.id))
  mount(routes.study.addAnnotation, ({ db, actor, address, params, body }) =>
    annotations.add({ db, actor, address, clock }, params.id, body),
  )
  mount(routes.study.removeAnnotation, ({ db, actor, address, params }) =>
    annotations.remove({ db, actor, address, clock }, params.id, params.annotationId),
  )
  mount(routes.image.reject, ({ db, actor, address, body }) =>
    reject({ db, actor, address, clock }, body),
  )
}
