import { join } from 'node:path'
import { productVersion, routes } from '@talus/contract'
import type { PageSettings, Route } from '@talus/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { OpenDatabase } from './db/open.ts'
import { adoptRecent, archiveRoutes, openArchive } from './features/archive/index.ts'
import { auditRoutes } from './features/audit/index.ts'
import { authenticate, authRoutes, hashPassword, sendResetJob } from './features/auth/index.ts'
import { caseRoutes } from './features/cases/index.ts'
import { clinicRoutes } from './features/clinics/index.ts'
import {
  captureRoutes,
  lookRoutes,
  protocolRoutes,
  rejectStatisticsRoutes,
  restraintRoutes,
  takeImages,
  warmUp,
} from './features/capture/index.ts'
import { bridgeRoutes, deviceRoutes, openBridges, sensorNews } from './features/devices/index.ts'
import {
  dicomInfoRoutes,
  dicomListener,
  dicomReceiverRoutes,
  dicomSendRoutes,
  dicomServerRoutes,
  startSendWorker,
} from './features/dicom-network/index.ts'
import type { SendLimits } from './features/dicom-network/index.ts'
import { dicomWebRoutes } from './features/dicom-web/index.ts'
import { clinicEmailJob, emailJob, emailRoutes, sweepOutbox } from './features/email/index.ts'
import {
  bulkDownloadRoutes,
  imageDownloadRoutes,
  imageFileRoutes,
  imageRoutes,
  pictureMaker,
  picturesAhead,
  RunningDownloads,
} from './features/images/index.ts'
import type { RenderJpeg } from './features/images/index.ts'
import { ownerRoutes, patientRoutes } from './features/patients/index.ts'
import { sendImagesRoutes, sharedPages, shareRoutes } from './features/sharing/index.ts'
import { changeRoutes, studyRoutes, xrayLogRoutes } from './features/studies/index.ts'
import { userRoutes } from './features/users/index.ts'
import { viewerStateRoutes } from './features/viewer-state/index.ts'
import { fileSettingsOf } from './files/index.ts'
import type { FileStore } from './files/index.ts'
import { docsPage } from './http/docs-page.ts'
import { errorReporter } from './http/error-report.ts'
import { mounter } from './http/mount.ts'
import { openApiDocument } from './http/open-api.ts'
import { httpServer } from './http/server.ts'
import { systemRoutes } from './http/system.routes.ts'
import { webPages } from './http/web-pages.ts'
import { startWorker } from './jobs/job-worker.ts'
import {
  startPictures,
  startProcessings,
  startReadings,
  startTranscodings,
} from './workers/index.ts'
import type { Pictures } from './workers/index.ts'
import type { SecretBox } from './secrets/secret-box.ts'

export interface AppDeps {
  readonly config: Config
  readonly database: OpenDatabase
  readonly files: FileStore
  readonly secrets: SecretBox
  readonly clock: () => Date
  readonly log: FastifyBaseLogger
  /** Those that make pictures of DICOM files, where it is not as usual. */
  readonly pictures?: Pictures
  /** How long DICOM servers that images are sent to may take, where it is not as usual. */
  readonly sendLimits?: Partial<SendLimits>
  /** The built web application; left out where only the API is wanted. */
  readonly webFolder?: string
}

const hourMs = 3_600_000
/** A file that another server is just taking in has no record yet. */
const arrivingMs = 10 * 60_000

/** The whole product on one port: the table of contents of the server. */
export async function buildApp({
  config,
  database,
  files,
  secrets,
  clock,
  log,
  pictures = startPictures(),
  sendLimits,
  webFolder,
}: AppDeps) {
  const { unscopedDb } = database
  const readings = startReadings()
  const transcodings = startTranscodings()
  const cacheFolder = join(config.dataFolder, 'calibrations')
  const processings = startProcessings({ cacheFolder, log })
  const renderJpeg: RenderJpeg = (bytes, options) => pictures.renderJpeg(bytes, options)
  const pictureService = pictureMaker({ files, log, pictures })
  const ahead = picturesAhead({ ...pictureService, log })
  const archive = openArchive({ unscopedDb, files, readings, clock, log, onImage: ahead.add })
  const bridges = openBridges({ ...config, unscopedDb })
  const news = sensorNews()
  const taking = takeImages({
    unscopedDb,
    files,
    archive,
    processings,
    bridges,
    news,
    clock,
    log,
  })
  const dicom = dicomListener({
    ...config,
    unscopedDb,
    archive,
    files,
    fileSettings: fileSettingsOf(config),
    transcodings,
    clock,
    log,
    sendLimits,
  })
  const { reportError, delivered } = errorReporter({
    log,
    dsn: config.errorDsn,
    release: productVersion,
    environment: config.serverEnvironment,
  })
  const app = await httpServer({
    log,
    apiBase: config.apiBase,
    trustProxy: config.trustProxy,
    reportError,
    identity: {
      'x-server-version': productVersion,
      'x-server-name': config.serverName,
      'x-server-environment': config.serverEnvironment,
    },
  })

  const deps = { unscopedDb, clock, publicUrl: config.publicUrl, reportError }
  const worker = startWorker({
    ...database,
    clock,
    log,
    reportError,
    // A clinic waits for its mail: a quarter of a minute after a crash is soon enough and rarely wrong.
    claimSeconds: 15,
    // An embedded database has one server.
    isAlone: database.engine === 'sqlite',
    jobs: [
      sendResetJob(deps),
      emailJob({ ...config, log }),
      clinicEmailJob({ ...config, unscopedDb, files, secrets }),
    ],
  })
  const sender = startSendWorker({
    ...config,
    ...database,
    files,
    transcodings,
    clock,
    log,
    limits: sendLimits,
  })
  const adoption = { unscopedDb, files, archive, clock, log }
  const sweep = async (olderThanMs: number) => {
    try {
      await files.sweep()
      await sweepOutbox(files, clock())
      await adoptRecent(adoption, olderThanMs)
    } catch (error) {
      log.warn({ err: error }, 'files not swept')
    }
  }
  const sweeping = setInterval(() => void sweep(arrivingMs), hourMs).unref()
  // A clinic's PC has one server: what lies there without a record was left by the last one.
  app.addHook('onListen', () => sweep(config.variant === 'local' ? 0 : arrivingMs))
  // The cloud has no sensors.
  if (config.variant === 'local') app.addHook('onReady', async () => taking.start())
  // When whoever starts a demo has signed in; the bridge is there by then.
  const warming = setTimeout(() => void warmUp({ bridges, processings, log }), 10_000).unref()
  if (config.variant !== 'local' || !config.isDemo) clearTimeout(warming)
  app.addHook('preClose', () => taking.stop())
  app.addHook('preClose', () => dicom.stop())
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    clearTimeout(warming)
    await Promise.all([worker.stop(), sender.stop()])
    await taking.idle()
    await processings.close()
    await pictures.close()
    await readings.close()
    await transcodings.close()
    await files.close()
  })

  const imageDeps = {
    files,
    log,
    renderJpeg,
    clock,
    readings,
    transcodings,
    running: new RunningDownloads(),
  }
  const shareDeps = { ...config, ...imageDeps, ...deps, ...pictureService, secrets }

  await app.register(
    async (api) => {
      const { mount, mountRaw, mountUnbuilt } = mounter(api, {
        unscopedDb,
        authenticate: (token) => authenticate(deps, token),
        publicCallsPerMinute: config.publicCallsPerMinute,
        variant: config.variant,
      })
      systemRoutes(mount, deps)
      auditRoutes(mount, mountRaw)
      emailRoutes(mount, { ...config, clock, secrets })
      clinicRoutes(mount, deps)
      userRoutes(mount, { ...deps, hashPassword })
      authRoutes(mount, { ...deps, wakeJobs: worker.wake })
      ownerRoutes(mount, deps)
      patientRoutes(mount, deps)
      studyRoutes(mount, deps)
      xrayLogRoutes(mount, mountRaw, deps)
      const changes = changeRoutes(mountRaw, deps)
      imageRoutes(mount, mountRaw, { ...pictureService, ...imageDeps })
      const imageFiles = imageFileRoutes(mount, mountRaw, imageDeps)
      bulkDownloadRoutes(mountRaw, imageDeps)
      imageDownloadRoutes(mount, mountRaw, { ...config, ...imageDeps })
      archiveRoutes(mount, mountRaw, {
        archive,
        readings,
        files,
        clock,
        log,
        importFolder: join(config.dataFolder, 'import'),
      })
      viewerStateRoutes(mount, { clock, archive })
      const dicomWeb = dicomWebRoutes(mountRaw, {
        ...imageDeps,
        archive,
        readings,
        pictures,
        transcodings,
        apiBase: config.apiBase,
        variant: config.variant,
        dicomWebProxyUrl: config.dicomWebProxyUrl,
      })
      api.addHook('preClose', async () => {
        ahead.stop()
        pictureService.stop()
        dicomWeb.stop()
        imageFiles.stop()
        imageDeps.running.endAll()
        changes.stop()
        bridge.stop()
        sender.stopWaiting()
      })
      shareRoutes(mount, shareDeps)
      sendImagesRoutes(mount, { ...shareDeps, wakeJobs: worker.wake })
      deviceRoutes(mount, deps)
      const bridge = bridgeRoutes(mount, mountRaw, { ...deps, bridges, news })
      captureRoutes(mount, mountRaw, { taking, pictures })
      protocolRoutes(mount, deps)
      restraintRoutes(mount)
      rejectStatisticsRoutes(mount, mountRaw)
      lookRoutes(mount, mountRaw, { files, readings, processings, clock, log })
      dicomServerRoutes(mount, { ...config, clock })
      dicomReceiverRoutes(mount, deps)
      dicomSendRoutes(mount, { clock, worker: sender })
      dicomInfoRoutes(mount, { ...config, ports: dicom.ports })
      caseRoutes(mount, deps)

      const isMounted = (route: Route) => (route.variant ?? config.variant) === config.variant
      const unbuilt = mountUnbuilt(isMounted, [routes.system.docs, routes.system.openApi])
      const described = { apiBase: config.apiBase, version: '1.0.0', isMounted, unbuilt }
      // Made when first asked for: a schema of every route takes a seventh of the start.
      let page: string | undefined
      let openApi: ReturnType<typeof openApiDocument> | undefined
      mountRaw(routes.system.docs, async (_call, reply) =>
        reply.type('text/html; charset=utf-8').send((page ??= docsPage(described))),
      )
      mountRaw(routes.system.openApi, async (_call, reply) =>
        reply.send((openApi ??= openApiDocument(described))),
      )
    },
    { prefix: config.apiBase.replace(/\/$/u, '') },
  )

  const shared = await sharedPages(app, shareDeps)
  app.addHook('preClose', async () => shared.stop())
  if (webFolder !== undefined)
    await webPages(app, { folder: webFolder, settings: pageSettings(config) })
  return {
    app: app satisfies FastifyInstance,
    listenDicom: dicom.listen,
    intake: taking.intake,
    reportError,
    /** When the reports that are under way have come. */
    reportsDelivered: delivered,
  }
}

const pageSettings = (config: Config): PageSettings => ({
  variant: config.variant,
  basePath: config.basePath,
  apiBase: config.apiBase,
  contactEmail: config.contactEmail,
  contactPhone: config.contactPhone,
  rightsNotice: config.rightsNotice ?? null,
  launcherExitUrl: config.launcherExitUrl ?? null,
  isDemo: config.isDemo,
})
