import { networkInterfaces } from 'node:os'
import { refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount } from '../../http/mount.ts'
import type { Bridges } from './bridges.ts'
import { listSensors } from './sensors.queries.ts'
import { requireTechniqueInScale } from './technique-scale.ts'
import { listOverrides, listTechniques, saveOverride } from './techniques.queries.ts'
import { isThisComputer } from './this-computer.ts'

export interface DeviceDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly bridges: Bridges
}

/** The registered devices and their exposure techniques. */
export function deviceRoutes(mount: Mount, { unscopedDb, clock, bridges }: DeviceDeps) {
  mount(routes.sensor.list, () => listSensors(unscopedDb))

  mount(routes.sensor.ofThisMachine, async () => {
    // Read at each call: a clinic PC often starts before its network is available.
    const interfaces = networkInterfaces()
    return (await listSensors(unscopedDb)).filter(({ serverIp }) =>
      isThisComputer(serverIp, interfaces),
    )
  })

  mount(routes.generator.techniques, () => listTechniques(unscopedDb))
  mount(routes.generator.overrides, ({ actor, query }) =>
    // Each user has techniques of their own.
    query.userId === undefined || query.userId === actor.id
      ? listOverrides(unscopedDb, actor.id)
      : refuse('access/forbidden'),
  )
  mount(routes.generator.saveOverride, async ({ actor, body: { userId, ...technique } }) => {
    if (userId !== undefined && userId !== actor.id) refuse('access/forbidden')
    await requireTechniqueInScale(bridges, technique)
    const createdOn = clock().toISOString()
    return saveOverride(unscopedDb, { ...technique, userId: actor.id, createdOn })
  })
}
