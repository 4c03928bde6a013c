import { productVersion } from '@talus/contract'
import type { FastifyInstance } from 'fastify'
import { createDrain } from './http/drain.ts'
import { createHttpServer } from './http/server.ts'
import { mountRoutes } from './routes.ts'
import type { RouteSettings } from './routes.ts'
import { openServices } from './services.ts'
import type { ServiceDeps } from './services.ts'

export interface AppDeps extends ServiceDeps, RouteSettings {}

/** The whole product on one port, or the roles of it that the settings name. */
export async function buildApp({ webFolder, ...deps }: AppDeps) {
  const { config, log } = deps
  const services = openServices(deps)
  const { stops, capture, generatorPower, backgroundWork, dicom, reportError, flushErrorReports } =
    services
  const app: FastifyInstance = await createHttpServer({
    log,
    apiBase: config.apiBase,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    reportError,
    identity: {
      'x-server-version': productVersion,
      'x-server-name': config.serverName,
      'x-server-environment': config.serverEnvironment,
    },
  })
  // The cloud has no sensors.
  if (config.variant === 'local')
    app.addHook('onReady', async () => {
      capture.start()
      generatorPower.start()
    })
  app.addHook('onListen', backgroundWork.sweepAtStart)
  app.addHook('preClose', stops.drain)
  app.addHook('onClose', stops.stop)
  const drain = createDrain(app, config.drainSeconds)
  const { isDraining } = drain
  await mountRoutes(app, services, { config, webFolder, isDraining })
  return {
    app,
    drain,
    /** Opens the DICOM ports, if the server has that role. */
    listenDicom: config.roles.includes('dicom')
      ? dicom.listen
      : async () => ({ port: null, tlsPort: null }),
    intake: capture.intake,
    archive: services.archive,
    reportError,
    flushErrorReports,
  }
}
