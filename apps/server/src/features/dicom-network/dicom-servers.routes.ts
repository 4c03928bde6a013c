import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as dicomServers from './dicom-servers.queries.ts'
import * as service from './dicom-servers.service.ts'

export function dicomServerRoutes(mount: Mount, { clock }: { readonly clock: () => Date }) {
  mount(routes.dicomServer.list, ({ db, clinicId }) =>
    dicomServers.list(clinicId === null ? db : db.within(clinicId)),
  )
  mount(routes.dicomServer.create, ({ db, actor, address, body, clinicId }) =>
    service.create({ db, actor, address, clock }, body, clinicId),
  )
  mount(routes.dicomServer.update, ({ db, actor, address, body }) =>
    service.update({ db, actor, address, clock }, body),
  )
  mount(routes.dicomServer.remove, ({ db, actor, address, params }) =>
    service.remove({ db, actor, address, clock }, params.id),
  )
}
