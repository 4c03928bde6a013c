import { productVersion } from '@talus/contract'
import type { FastifyInstance } from 'fastify'
import { collectMetrics } from './collect-metrics.ts'
import { createCallCounter } from './db/call-count.ts'
import { createDrain } from './http/drain.ts'
import { observeRequests } from './http/observe-requests.ts'
import { createHttpServer } from './http/server.ts'
import { mountRoutes } from './routes.ts'
import type { RouteSettings } from './routes.ts'
import { openServices } from './services.ts'
import type { ServiceDeps } from './services.ts'
import type { Registry } from './telemetry/registry.ts'
import { refuseDuringTrial } from './trial-start.ts'
import type { Trial } from './trial-start.ts'

export interface AppDeps extends ServiceDeps, RouteSettings {
  /** Counts what the server does; without it nothing is counted. */
  readonly registry?: Registry | undefined
  /** The server is tried by an update: it accepts no work. */
  readonly trial?: Trial | undefined
}

/** The whole product on one port, or the roles of it that the settings name. */
export async function buildApp({ webFolder, recheckAccessMs, registry, trial, ...given }: AppDeps) {
  const deps: ServiceDeps = trial
    ? { ...given, config: { ...given.config, roles: ['web'], hasDemoImages: false } }
    : given
  const { config, database, log } = deps
  const services = openServices(deps)
  const { stops, capture, generatorPower, backgroundWork, dicom, reportError, flushErrorReports } =
    services
  const app: FastifyInstance = await createHttpServer({
    log,
    apiBase: config.apiBase,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    reportError,
    countCall:
      database.engine === 'postgres'
        ? createCallCounter({ ...services, name: 'public' })
        : undefined,
    identity: {
      'x-server-version': productVersion,
      'x-server-name': config.serverName,
      'x-server-environment': config.serverEnvironment,
    },
  })
  observeRequests(app, { log: config.hasAccessLog ? log : undefined, registry })
  if (registry) collectMetrics(registry, services, config)
  if (trial) refuseDuringTrial(app, trial)
  // The cloud has no sensors, and a trial takes no frames from the bridge.
  if (config.variant === 'local' && !trial)
    app.addHook('onReady', async () => {
      capture.start()
      generatorPower.start()
    })
  app.addHook('onListen', backgroundWork.sweepAtStart)
  if (config.variant === 'local') app.addHook('onListen', async () => services.backups.work.start())
  app.addHook('preClose', stops.drain)
  app.addHook('onClose', stops.stop)
  const drain = createDrain(app, config.drainSeconds)
  const { isDraining } = drain
  await mountRoutes(app, services, { config, webFolder, recheckAccessMs, isDraining })
  return {
    app,
    drain,
    /** Opens the DICOM ports, if the server has that role. */
    listenDicom: config.roles.includes('dicom')
      ? dicom.listen
      : async () => ({ port: null, tlsPort: null }),
    intake: capture.intake,
    archive: services.archive,
    backups: services.backups,
    reportError,
    flushErrorReports,
  }
}
