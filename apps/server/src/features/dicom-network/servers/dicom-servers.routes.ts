import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../../http/mount.ts'
import { testDicomServer } from './dicom-server-test.service.ts'
import * as dicomServers from './dicom-servers.queries.ts'
import * as service from './dicom-servers.service.ts'

export interface DicomRouteDeps {
  readonly clock: Clock
  readonly allowPrivateHosts: boolean
  readonly dicomTlsVerify: boolean
}

export function dicomServerRoutes(mount: Mount, deps: DicomRouteDeps) {
  const { clock } = deps
  mount(routes.dicomServer.list, ({ db, clinicId }) =>
    dicomServers.list(clinicId === null ? db : db.within(clinicId)),
  )
  mount(routes.dicomServer.create, ({ db, actor, address, body, clinicId }) =>
    service.create({ ...deps, db, actor, address }, body, clinicId),
  )
  mount(routes.dicomServer.update, ({ db, actor, address, body }) =>
    service.update({ ...deps, db, actor, address }, body),
  )
  mount(routes.dicomServer.remove, ({ db, actor, address, params }) =>
    service.remove({ db, actor, address, clock }, params.id),
  )
  for (const path of [routes.dicomServer.test, routes.dicomServer.testByOldPath])
    mount(path, ({ db, actor, address, body, clinicId }) =>
      testDicomServer({ ...deps, db, actor, address }, body, clinicId),
    )
}
