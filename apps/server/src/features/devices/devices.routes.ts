import { refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount } from '../../http/mount.ts'
import { toDeviceClient } from './connection/bridges.ts'
import type { Bridges } from './connection/bridges.ts'
import { requireTechniqueInScale } from './generator/technique-scale.ts'
import { listOverrides, listTechniques, saveOverride } from './generator/techniques.queries.ts'

export interface DeviceDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly bridges: Bridges
}

/** The registered devices and their exposure techniques. */
export function deviceRoutes(mount: Mount, { unscopedDb, clock, bridges }: DeviceDeps) {
  mount(routes.sensor.list, ({ db }) => bridges.list(db))
  mount(routes.sensor.ofThisMachine, (call) => bridges.listOfClient(toDeviceClient(call)))
  mount(routes.sensor.xRayRooms, (call) => bridges.findXRayRooms(toDeviceClient(call)))

  mount(routes.generator.techniques, () => listTechniques(unscopedDb))
  mount(routes.generator.overrides, ({ actor, query }) =>
    // Each user has techniques of their own.
    query.userId === undefined || query.userId === actor.id
      ? listOverrides(unscopedDb, actor.id)
      : refuse('access/forbidden'),
  )
  mount(routes.generator.saveOverride, async ({ actor, workplace, address, body }) => {
    const { userId, ...technique } = body
    if (userId !== undefined && userId !== actor.id) refuse('access/forbidden')
    const client = toDeviceClient({ actor, workplace, address })
    await requireTechniqueInScale(bridges, client, technique)
    const createdOn = clock().toISOString()
    return saveOverride(unscopedDb, { ...technique, userId: actor.id, createdOn })
  })
}
