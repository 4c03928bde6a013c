import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../../http/mount.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import * as drivers from './bridge-drivers.service.ts'
import * as service from './bridge-settings.service.ts'
import type { Bridges } from '../connection/bridges.ts'

export interface BridgeSettingsDeps {
  readonly clock: Clock
  readonly bridges: Bridges
  readonly secrets: SecretBox
}

/** The administration of the X-ray devices of a clinic. */
export function bridgeSettingsRoutes(mount: Mount, deps: BridgeSettingsDeps) {
  const { bridges } = deps
  const { bridge } = routes
  mount(bridge.list, ({ db, clinicId }) =>
    service.list(bridges, clinicId === null ? db : db.within(clinicId)),
  )
  mount(bridge.ofThisMachine, ({ db, clinicId }) =>
    service.findLocal(bridges, clinicId === null ? db : db.within(clinicId)),
  )
  mount(bridge.create, ({ db, actor, address, body, clinicId }) =>
    service.create({ ...deps, db, actor, address }, body, clinicId),
  )
  mount(bridge.update, ({ db, actor, address, body }) =>
    service.update({ ...deps, db, actor, address }, body),
  )
  mount(bridge.remove, ({ db, actor, address, params }) =>
    service.remove({ ...deps, db, actor, address }, params.id),
  )
  mount(bridge.state, async ({ db, params }) =>
    drivers.readState(bridges.getClient(await service.requireBridge(db, params.id))),
  )
  mount(bridge.test, ({ db, actor, address, params }) =>
    drivers.test({ ...deps, db, actor, address }, params.id),
  )
  mount(bridge.configure, ({ db, actor, address, params, body }) =>
    drivers.configure({ ...deps, db, actor, address }, params.id, body),
  )
  mount(bridge.updateSensor, ({ db, actor, address, body }) =>
    service.updateSensor({ ...deps, db, actor, address }, body),
  )
}
