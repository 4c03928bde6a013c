import { refuse, routes } from '@talus/contract'
import type { Variant } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { formatAttachmentHeader } from '../../../http/attachment.ts'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import type { DicomListener } from '../listener.ts'
import * as devices from './devices.queries.ts'
import * as service from './devices.service.ts'

export interface DeviceDeps {
  readonly clock: Clock
  readonly variant: Variant
  readonly dicom: Pick<DicomListener, 'getCertificate'>
}

export function dicomDeviceRoutes(mount: Mount, mountRaw: MountRaw, deps: DeviceDeps) {
  const { clock, variant, dicom } = deps
  mount(routes.dicomDevice.list, ({ db, clinicId }) =>
    devices.listDevices(db, clinicId ?? refuse('clinic/of-user-not-found')),
  )
  mount(routes.dicomDevice.create, ({ db, actor, address, body }) =>
    service.create({ db, actor, address, clock, variant }, body),
  )
  mount(routes.dicomDevice.update, ({ db, actor, address, body }) =>
    service.update({ db, actor, address, clock, variant }, body),
  )
  mount(routes.dicomDevice.remove, ({ db, actor, address, params }) =>
    service.remove({ db, actor, address, clock }, params.id),
  )
  mount(routes.dicomDevice.attempts, ({ db, clinicId }) =>
    devices.listAttempts(db, clinicId ?? refuse('clinic/of-user-not-found')),
  )
  mount(routes.dicomDevice.dismiss, ({ db, params }) => service.dismiss(db, params.id))
  mountRaw(routes.dicomDevice.certificate, async (_call, reply) =>
    reply
      .type('application/x-pem-file')
      .header('content-disposition', formatAttachmentHeader('talus-dicom.crt'))
      .send(dicom.getCertificate()?.cert ?? refuse('dicom/no-tls')),
  )
}
