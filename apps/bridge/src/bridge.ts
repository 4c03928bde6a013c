import { join } from 'node:path'
import type { BridgeSensorName } from '@talus/contract'
import type { MakeFrame, Timing } from '@talus/devices'
import { callerBook } from './callers.ts'
import type { Config } from './config.ts'
import { openCaptures } from './disk/captures.ts'
import { reserveIn } from './disk/reserve.ts'
import { openSpool } from './disk/spool.ts'
import { chooseDrivers } from './drivers/choose-drivers.ts'
import { generatorWatch } from './generator-watch.ts'
import type { GeneratorWatch } from './generator-watch.ts'
import { frameRoutes } from './http/frame-routes.ts'
import { generatorRoutes } from './http/generator-routes.ts'
import { listen } from './http/listen.ts'
import { sensorRoutes } from './http/sensor-routes.ts'
import { simulatorRoutes } from './http/simulator-routes.ts'
import { stopRoute } from './http/stop-route.ts'
import type { Log } from './log.ts'
import { panelAccess } from './panel/panel-access.ts'
import { panelRoutes } from './panel/panel-routes.ts'
import { sensorSession } from './sensor-session.ts'
import type { SensorSession } from './sensor-session.ts'

export interface BridgeNeeds {
  readonly config: Config
  readonly token: string
  readonly timing: Timing
  readonly log: Log
  readonly makeFrame: MakeFrame
  /** The server wants it to end. */
  readonly onStop: () => void
}

/** Everything of the bridge, put together: the table of contents. */
export async function startBridge({ config, token, timing, log, makeFrame, onStop }: BridgeNeeds) {
  const spool = await openSpool(join(config.folder, 'spool'), log)
  const captures = await openCaptures(join(config.folder, 'captures'))
  const reserve = reserveIn(config.folder, config.reserveBytes)
  const callers = callerBook(timing)
  const sessions = new Map<BridgeSensorName, SensorSession>()
  // The simulated sensors ask for what the generator says, which is chosen together with them.
  const watched: { generator?: GeneratorWatch } = {}
  const technique = () => watched.generator?.technique() ?? null

  const drivers = chooseDrivers({ config, timing, log, makeFrame, technique })
  const generator = generatorWatch(drivers.generator, () =>
    sessions.get('general')?.fault('generator-error'),
  )
  watched.generator = generator
  for (const { name, driver } of drivers.sensors)
    sessions.set(
      name,
      await sensorSession({
        name,
        driver,
        timing,
        spool,
        reserve,
        captures,
        // An intra-oral tube is not the one that this generator feeds.
        technique: name === 'general' ? technique : () => null,
        generator: generator.name,
        isGone: callers.isGone,
        limits: { radiationMs: config.radiationMs },
        log,
      }),
    )
  const tellAll = () => {
    for (const session of sessions.values()) session.tellState()
  }

  const access = panelAccess(config.isDemo)
  let port = config.port
  const panelUrl = () =>
    `http://127.0.0.1:${port}/panel${config.isDemo ? '' : `#${access.newCode()}`}`
  const server = await listen({
    port,
    token,
    isPanelToken: access.isPanelToken,
    callers,
    log,
    routes: [
      ...sensorRoutes(sessions, spool),
      ...frameRoutes(spool, log, tellAll),
      ...generatorRoutes(generator),
      ...(config.isKept ? [stopRoute(onStop)] : []),
      ...(drivers.room
        ? [...simulatorRoutes(drivers.room, sessions), ...panelRoutes(access, panelUrl)]
        : []),
    ],
  })
  ;({ port } = server)
  generator.start()
  for (const session of sessions.values()) session.start()
  log('listening', { port, framesWaiting: spool.list().length })

  return {
    port,
    panelUrl: drivers.room ? panelUrl() : undefined,
    close: async () => {
      await server.close()
      generator.stop()
      for (const session of sessions.values()) await session.stop()
    },
  }
}
