import { networkInterfaces } from 'node:os'
import { routes } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount } from '../../http/mount.ts'
import { listSensors } from './sensors.queries.ts'
import { isThisMachine } from './this-machine.ts'

export function deviceRoutes(mount: Mount, { unscopedDb }: { readonly unscopedDb: UnscopedDb }) {
  mount(routes.sensor.list, () => listSensors(unscopedDb))

  mount(routes.sensor.ofThisMachine, async () => {
    // Asked at each call: a clinic PC is often started before its network is there.
    const interfaces = networkInterfaces()
    return (await listSensors(unscopedDb)).filter(({ serverIp }) =>
      isThisMachine(serverIp, interfaces),
    )
  })
}
