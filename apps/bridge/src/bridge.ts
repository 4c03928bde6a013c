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
import { listen } from './http/listen.ts'
import { sensorRoutes } from './http/sensor-routes.ts'
import { simulatorRoutes } from './http/simulator-routes.ts'
import { stopRoute } from './http/stop-route.ts'
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
}

/** Puts the parts of the bridge together and starts them. */
export async function startBridge({
  config,
  token,
  timing,
  log,
  makeFrame,
  onStop,
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
  const server = await listen({
    port,
    token,
    isPanelToken: access.isPanelToken,
    callers,
    log,
    routes: [
      ...sensorRoutes(sessions, spool),
      ...frameRoutes(spool, log, publishAllStates),
      ...generatorRoutes(generator, generatorControl),
      heartbeatRoute,
      ...(config.isSupervised ? [stopRoute(onStop)] : []),
      ...(drivers.simulator
        ? [...simulatorRoutes(drivers.simulator, sessions), ...panelRoutes(access, createPanelUrl)]
        : []),
    ],
  })
  ;({ port } = server)
  generator.start()
  heartbeat.start()
  for (const session of sessions.values()) session.start()
  log('listening', { port, framesWaiting: spool.list().length })

  return {
    port,
    panelUrl: drivers.simulator ? createPanelUrl() : undefined,
    close: async () => {
      await server.close()
      await heartbeat.stop()
      generator.stop()
      for (const session of sessions.values()) await session.stop()
    },
  }
}
