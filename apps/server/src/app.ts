import { join } from 'node:path'
import { productVersion, routes } from '@talus/contract'
import type { PageSettings, Route } from '@talus/contract'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { OpenDatabase } from './db/open.ts'
import { adoptRecentOrphans, archiveRoutes, openArchive } from './features/archive/index.ts'
import { auditRoutes } from './features/audit/index.ts'
import {
  authenticate,
  authRoutes,
  hashPassword,
  createSendResetJob,
} from './features/auth/index.ts'
import { caseRoutes } from './features/cases/index.ts'
import { clinicRoutes } from './features/clinics/index.ts'
import {
  captureRoutes,
  presetRoutes,
  protocolRoutes,
  rejectStatisticsRoutes,
  restraintRoutes,
  openCapture,
  warmUpSimulatedPanels,
} from './features/capture/index.ts'
import {
  bridgeRoutes,
  deviceRoutes,
  openBridges,
  createSensorEventBus,
} from './features/devices/index.ts'
import {
  dicomInfoRoutes,
  createDicomListener,
  dicomReceiverRoutes,
  dicomSendRoutes,
  dicomServerRoutes,
  startSendWorker,
} from './features/dicom-network/index.ts'
import type { SendLimits } from './features/dicom-network/index.ts'
import { dicomWebRoutes } from './features/dicom-web/index.ts'
import {
  createClinicEmailJob,
  createEmailJob,
  emailRoutes,
  sweepOutbox,
} from './features/email/index.ts'
import {
  bulkDownloadRoutes,
  imageDownloadRoutes,
  imageFileRoutes,
  imageRoutes,
  createThumbnails,
  createThumbnailPrefetch,
  RunningDownloads,
} from './features/images/index.ts'
import type { RenderJpeg } from './features/images/index.ts'
import { ownerRoutes, patientRoutes } from './features/patients/index.ts'
import { sendImagesRoutes, registerSharedPages, shareRoutes } from './features/sharing/index.ts'
import { changeRoutes, studyRoutes, xrayLogRoutes } from './features/studies/index.ts'
import { userRoutes } from './features/users/index.ts'
import { viewerStateRoutes } from './features/viewer-state/index.ts'
import { getFileSettings } from './files/index.ts'
import type { FileStore } from './files/index.ts'
import { renderDocsPage } from './http/docs-page.ts'
import { createErrorReporter } from './http/error-report.ts'
import { createMounter } from './http/mount.ts'
import { createOpenApiDocument } from './http/open-api.ts'
import { createHttpServer } from './http/server.ts'
import { systemRoutes } from './http/system.routes.ts'
import { serveWebPages } from './http/web-pages.ts'
import { startJobWorker } from './jobs/job-worker.ts'
import {
  startRenderPool,
  startProcessPool,
  startReadPool,
  startTranscodePool,
} from './workers/index.ts'
import type { RenderPool } from './workers/index.ts'
import type { SecretBox } from './secrets/secret-box.ts'

export interface AppDeps {
  readonly config: Config
  readonly database: OpenDatabase
  readonly files: FileStore
  readonly secrets: SecretBox
  readonly clock: () => Date
  readonly log: FastifyBaseLogger
  /** The pool that renders DICOM files, in place of the default one. */
  readonly renderPool?: RenderPool
  /** Time limits for the DICOM servers that images are sent to, in place of the defaults. */
  readonly sendLimits?: Partial<SendLimits>
  /** The built web application; left out when only the API is needed. */
  readonly webFolder?: string
}

const hourMs = 3_600_000
/** A file that another server is still receiving has no record yet. */
const arrivingMs = 10 * 60_000

/** The whole product on one port: the table of contents of the server. */
export async function buildApp({
  config,
  database,
  files,
  secrets,
  clock,
  log,
  renderPool = startRenderPool(),
  sendLimits,
  webFolder,
}: AppDeps) {
  const { unscopedDb } = database
  const readPool = startReadPool()
  const transcodePool = startTranscodePool()
  const cacheFolder = join(config.dataFolder, 'calibrations')
  const processPool = startProcessPool({ cacheFolder, log })
  const renderJpeg: RenderJpeg = (bytes, options) => renderPool.renderJpeg(bytes, options)
  const thumbnails = createThumbnails({ files, log, renderPool })
  const thumbnailPrefetch = createThumbnailPrefetch({ ...thumbnails, log })
  const archive = openArchive({
    unscopedDb,
    files,
    readPool,
    clock,
    log,
    onImage: thumbnailPrefetch.add,
  })
  const bridges = openBridges({ ...config, unscopedDb })
  const sensorEvents = createSensorEventBus()
  const capture = openCapture({
    unscopedDb,
    files,
    archive,
    processPool,
    bridges,
    sensorEvents,
    clock,
    log,
  })
  const dicom = createDicomListener({
    ...config,
    unscopedDb,
    archive,
    files,
    fileSettings: getFileSettings(config),
    transcodePool,
    clock,
    log,
    sendLimits,
  })
  const { reportError, flushReports } = createErrorReporter({
    log,
    dsn: config.errorDsn,
    release: productVersion,
    environment: config.serverEnvironment,
  })
  const app = await createHttpServer({
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
  const worker = startJobWorker({
    ...database,
    clock,
    log,
    reportError,
    // After a crash the next server takes over a running job within 15 seconds: the clinic waits
    // for its mail.
    claimSeconds: 15,
    // A SQLite database is used by one server only.
    isAlone: database.engine === 'sqlite',
    jobs: [
      createSendResetJob(deps),
      createEmailJob({ ...config, log }),
      createClinicEmailJob({ ...config, unscopedDb, files, secrets }),
    ],
  })
  const sender = startSendWorker({
    ...config,
    ...database,
    files,
    transcodePool,
    clock,
    log,
    limits: sendLimits,
  })
  const adoption = { unscopedDb, files, archive, clock, log }
  const sweep = async (olderThanMs: number) => {
    try {
      await files.sweep()
      await sweepOutbox(files, clock())
      await adoptRecentOrphans(adoption, olderThanMs)
    } catch (error) {
      log.warn({ err: error }, 'files not swept')
    }
  }
  const sweeping = setInterval(() => void sweep(arrivingMs), hourMs).unref()
  // A clinic's PC runs one server: files without a record were left by its previous run.
  app.addHook('onListen', () => sweep(config.variant === 'local' ? 0 : arrivingMs))
  // The cloud has no sensors.
  if (config.variant === 'local') app.addHook('onReady', async () => capture.start())
  // By then the user who started the demo has signed in and the bridge is running.
  const warming = setTimeout(
    () => void warmUpSimulatedPanels({ bridges, processPool, log }),
    10_000,
  ).unref()
  if (config.variant !== 'local' || !config.isDemo) clearTimeout(warming)
  app.addHook('preClose', () => capture.stop())
  app.addHook('preClose', () => dicom.stop())
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    clearTimeout(warming)
    await Promise.all([worker.stop(), sender.stop()])
    await capture.idle()
    await processPool.close()
    await renderPool.close()
    await readPool.close()
    await transcodePool.close()
    await files.close()
  })

  const imageDeps = {
    files,
    log,
    renderJpeg,
    clock,
    readPool,
    transcodePool,
    running: new RunningDownloads(),
  }
  const shareDeps = { ...config, ...imageDeps, ...deps, ...thumbnails, secrets }

  await app.register(
    async (api) => {
      const { mount, mountRaw, mountUnbuilt } = createMounter(api, {
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
      imageRoutes(mount, mountRaw, { ...thumbnails, ...imageDeps })
      const imageFiles = imageFileRoutes(mount, mountRaw, imageDeps)
      bulkDownloadRoutes(mountRaw, imageDeps)
      imageDownloadRoutes(mount, mountRaw, { ...config, ...imageDeps })
      archiveRoutes(mount, mountRaw, {
        archive,
        readPool,
        files,
        clock,
        log,
        importFolder: join(config.dataFolder, 'import'),
      })
      viewerStateRoutes(mount, { clock, archive })
      const dicomWeb = dicomWebRoutes(mountRaw, {
        ...imageDeps,
        archive,
        readPool,
        renderPool,
        transcodePool,
        apiBase: config.apiBase,
        variant: config.variant,
        dicomWebProxyUrl: config.dicomWebProxyUrl,
      })
      api.addHook('preClose', async () => {
        thumbnailPrefetch.stop()
        thumbnails.stop()
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
      const bridge = bridgeRoutes(mount, mountRaw, { ...deps, bridges, sensorEvents })
      captureRoutes(mount, mountRaw, { capture, renderPool })
      protocolRoutes(mount, deps)
      restraintRoutes(mount)
      rejectStatisticsRoutes(mount, mountRaw)
      presetRoutes(mount, mountRaw, { files, readPool, processPool, clock, log })
      dicomServerRoutes(mount, { ...config, clock })
      dicomReceiverRoutes(mount, deps)
      dicomSendRoutes(mount, { clock, worker: sender })
      dicomInfoRoutes(mount, { ...config, ports: dicom.ports })
      caseRoutes(mount, deps)

      const isMounted = (route: Route) => (route.variant ?? config.variant) === config.variant
      const unbuilt = mountUnbuilt(isMounted, [routes.system.docs, routes.system.openApi])
      const described = { apiBase: config.apiBase, version: '1.0.0', isMounted, unbuilt }
      // Built on the first request: the schemas of all routes take a seventh of the start-up time.
      let page: string | undefined
      let openApi: ReturnType<typeof createOpenApiDocument> | undefined
      mountRaw(routes.system.docs, async (_call, reply) =>
        reply.type('text/html; charset=utf-8').send((page ??= renderDocsPage(described))),
      )
      mountRaw(routes.system.openApi, async (_call, reply) =>
        reply.send((openApi ??= createOpenApiDocument(described))),
      )
    },
    { prefix: config.apiBase.replace(/\/$/u, '') },
  )

  const shared = await registerSharedPages(app, shareDeps)
  app.addHook('preClose', async () => shared.stop())
  if (webFolder !== undefined)
    await serveWebPages(app, { folder: webFolder, settings: pageSettings(config) })
  return {
    app: app satisfies FastifyInstance,
    listenDicom: dicom.listen,
    intake: capture.intake,
    reportError,
    /** Resolves when the pending error reports have been delivered. */
    flushErrorReports: flushReports,
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
