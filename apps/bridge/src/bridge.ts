import { join } from 'node:path'
import type { BridgeSensorName } from '@talus/contract'
import type { FrameSimulator, Timing } from '@talus/devices'
import { createCallerRegistry } from './caller-registry.ts'
import type { Config } from './config.ts'
import { openCaptures } from './disk/captures.ts'
import { createReserve } from './disk/reserve.ts'
import { openSpool } from './disk/spool.ts'
import { chooseDrivers } from './drivers/choose-drivers.ts'
import { createGeneratorControl } from './generator-control.ts'
import { watchGenerator } from './generator-watch.ts'
import type { GeneratorWatch } from './generator-watch.ts'
import { frameRoutes } from './http/frame-routes.ts'
import { watchHeartbeat } from './heartbeat-watch.ts'
import { generatorRoutes } from './http/generator-routes.ts'
import { heartbeatRoute } from './http/heartbeat-route.ts'
import { configRoutes } from './http/config-routes.ts'
import { isSameToken, requireLocalRequest } from './http/guard.ts'
import { listen } from './http/listen.ts'
import type { ListenSettings } from './http/listen.ts'
import type { Route } from './http/router.ts'
import { sensorRoutes } from './http/sensor-routes.ts'
import { simulatorRoutes } from './http/simulator-routes.ts'
import { stopRoute } from './http/stop-route.ts'
import type { LanIdentity } from './lan/lan-identity.ts'
import { requireLanRequest } from './lan/lan-request.ts'
import { pairingRoutes } from './lan/pairing-routes.ts'
import type { Pairing } from './lan/pairing.ts'
import type { Log } from './log.ts'
import { createPanelAccess } from './panel/panel-access.ts'
import { panelRoutes } from './panel/panel-routes.ts'
import { openSensorSession } from './sensor-session.ts'
import type { SensorSession } from './sensor-session.ts'

export interface BridgeOptions {
  readonly config: Config
  readonly token: string
  readonly timing: Timing
  readonly log: Log
  readonly makeFrame: FrameSimulator
  /** Called when the server asks the bridge to stop. */
  readonly onStop: () => void
  /** Called when the drivers were changed: the bridge has to be closed and started again. */
  readonly onConfigured: () => void
  /** Undefined if no other computer may use the bridge. */
  readonly lan?: BridgeLan | undefined
}

export interface BridgeLan {
  readonly host: string
  readonly port: number
  readonly identity: LanIdentity
  readonly pairing: Pairing
}

/** Puts the parts of the bridge together and starts them. */
export async function startBridge({
  config,
  token,
  timing,
  log,
  makeFrame,
  onStop,
  onConfigured,
  lan,
}: BridgeOptions) {
  const spool = await openSpool(join(config.folder, 'spool'), log)
  const captures = await openCaptures(join(config.folder, 'captures'))
  const reserve = createReserve(config.folder, config.reserveBytes)
  const sessions = new Map<BridgeSensorName, SensorSession>()
  // The simulated sensors need the generator's technique, and both are created together.
  const generatorHolder: { generator?: GeneratorWatch } = {}
  const technique = () => generatorHolder.generator?.technique() ?? null

  const drivers = chooseDrivers({ config, timing, log, makeFrame, technique })
  const generator = watchGenerator(drivers.generator, () =>
    sessions.get('general')?.fault('generator-error'),
  )
  generatorHolder.generator = generator
  const generatorControl = createGeneratorControl(drivers.generator, () => {
    const session = sessions.get('general')
    return session && { state: session.state, ...session.leases }
  })
  const heartbeat = watchHeartbeat(timing, generatorControl, log)
  const callers = createCallerRegistry(timing, heartbeat.onRequest)
  for (const { name, driver } of drivers.sensors)
    sessions.set(
      name,
      await openSensorSession({
        name,
        driver,
        timing,
        spool,
        reserve,
        captures,
        // An intra-oral tube is not connected to this generator.
        technique: name === 'general' ? technique : () => null,
        generator: generator.name,
        isSwitchPressed: name === 'general' ? generator.isSwitchPressed : () => false,
        isServerDead: callers.isDead,
        limits: { radiationMs: config.radiationMs },
        log,
      }),
    )
  const publishAllStates = () => {
    for (const session of sessions.values()) session.publishState()
  }

  const access = createPanelAccess(config.isDemo)
  let port = config.port
  const createPanelUrl = () =>
    `http://127.0.0.1:${port}/panel${config.isDemo ? '' : `#${access.createCode()}`}`
  const configuration = configRoutes({ config, sessions, log, onConfigured })
  const deviceRoutes = [
    ...sensorRoutes(sessions, spool).map(configuration.guard),
    ...frameRoutes(spool, log, publishAllStates),
    ...generatorRoutes(generator, generatorControl),
    heartbeatRoute,
    ...configuration.routes,
  ]
  const server = await listen({
    port,
    requireSafeRequest: requireLocalRequest,
    isAllowed: (needed, bearer) =>
      needed === 'anyone' ||
      (needed !== 'pairing' && isSameToken(bearer, token)) ||
      (needed === 'panel' && access.isPanelToken(bearer)),
    callers,
    log,
    routes: [
      ...deviceRoutes,
      ...(config.isSupervised ? [stopRoute(onStop)] : []),
      ...(drivers.simulator
        ? [...simulatorRoutes(drivers.simulator, sessions), ...panelRoutes(access, createPanelUrl)]
        : []),
    ],
  })
  const lanServer = lan && (await listenOnLan(lan, deviceRoutes, { callers, log }))
  ;({ port } = server)
  generator.start()
  heartbeat.start()
  for (const session of sessions.values()) session.start()
  log('listening', { port, framesWaiting: spool.list().length })

  return {
    port,
    lanPort: lanServer?.port,
    panelUrl: drivers.simulator ? createPanelUrl() : undefined,
    close: async () => {
      await server.close()
      await lanServer?.close()
      await heartbeat.stop()
      generator.stop()
      for (const session of sessions.values()) await session.stop()
    },
  }
}

/** Servers of other computers use the devices, and nothing else: neither the panel nor `/stop`. */
function listenOnLan(
  { host, port, identity, pairing }: BridgeLan,
  routes: readonly Route[],
  rest: Pick<ListenSettings, 'callers' | 'log'>,
) {
  return listen({
    ...rest,
    port,
    lan: { host, key: identity.key, cert: identity.cert },
    requireSafeRequest: requireLanRequest,
    isAllowed: (needed, bearer) => needed === 'pairing' || pairing.isPaired(bearer),
    routes: [...routes, ...pairingRoutes(pairing)],
  })
}
