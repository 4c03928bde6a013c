import { hostname } from 'node:os'
import { BridgeConfig, BridgeDrivers } from '@talus/contract'
import type { BridgeSensorName } from '@talus/contract'
import type { Config } from '../config.ts'
import { checkDrivers } from '../drivers/check-drivers.ts'
import { listSerialPorts } from '../drivers/list-serial-ports.ts'
import { storeDrivers } from '../drivers/stored-drivers.ts'
import type { Log } from '../log.ts'
import { BridgeRefusal, refuse } from '../refusal.ts'
import type { SensorSession } from '../sensor-session.ts'
import { sendJson, sendNoContent } from './reply.ts'
import type { Route } from './router.ts'

interface ConfigRouteDeps {
  readonly config: Config
  readonly sessions: ReadonlyMap<BridgeSensorName, SensorSession>
  readonly log: Log
  /** Starts the devices anew with the stored drivers. */
  readonly onConfigured: () => void
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Shows and changes the drivers. They are changed only while no sensor is leased or in use, and no
 * sensor can be leased until they have been started anew: an exposure is never interrupted.
 */
export function configRoutes({ config, sessions, log, onConfigured }: ConfigRouteDeps) {
  let isChanging = false

  function requireIdle() {
    if (isChanging) refuse('bridge/busy')
    for (const session of sessions.values()) {
      const { state, lease } = session.status()
      if (lease) refuse('bridge/busy', lease.holder)
      if (state !== 'Ready' && state !== 'NotAvailable') refuse('bridge/busy', state)
    }
  }

  function requireAllowed(next: BridgeDrivers) {
    for (const device of config.fixed)
      if (!isSame(next[device], config.drivers[device])) refuse('bridge/fixed', device)
    const isSimulated = (device: keyof BridgeDrivers) =>
      next[device].driver === 'simulator' && !config.fixed.includes(device)
    if (
      !config.isDemo &&
      (isSimulated('general') || isSimulated('dental') || isSimulated('generator'))
    )
      refuse('bridge/bad-request', 'simulator')
  }

  const routes: Route[] = [
    {
      method: 'GET',
      path: '/config',
      access: 'server',
      handle: async ({ response }) =>
        sendJson(response, BridgeConfig, {
          drivers: config.drivers,
          fixed: config.fixed,
          offersSimulator: config.isDemo,
          serialPorts: await listSerialPorts(),
          defaultFolders: config.defaultFolders,
          computer: hostname(),
        }),
    },
    {
      method: 'POST',
      path: '/config',
      access: 'server',
      handle: async ({ response, body }) => {
        const next = await body(BridgeDrivers)
        requireAllowed(next)
        requireIdle()
        isChanging = true
        try {
          const fault = await checkDrivers(next, config)
          if (fault) throw new BridgeRefusal('bridge/bad-config', fault.fault, fault)
          await storeDrivers(config.folder, next)
        } catch (error) {
          isChanging = false
          throw error
        }
        log('configured', { ...next })
        response.once('close', onConfigured)
        sendNoContent(response)
      },
    },
  ]

  /** Refuses leases and arming while the drivers change. */
  const guard = (route: Route): Route => ({
    ...route,
    handle: (call) =>
      isChanging && route.method === 'POST' ? refuse('bridge/busy') : route.handle(call),
  })
  return { routes, guard }
}
