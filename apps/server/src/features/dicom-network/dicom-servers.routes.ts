import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as dicomServers from './dicom-servers.queries.ts'

export function dicomServerRoutes(mount: Mount) {
  mount(routes.dicomServer.list, ({ db, clinicId }) =>
    dicomServers.list(clinicId === null ? db : db.within(clinicId)),
  )
}
