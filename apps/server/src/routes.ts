import { join } from 'node:path'
import { refuse, routes } from '@talus/contract'
import type { PageSettings, Route } from '@talus/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { archiveRoutes } from './features/archive/index.ts'
import { auditRoutes } from './features/audit/index.ts'
import {
  authenticate,
  authenticateWithoutRenewal,
  authRoutes,
  hashPassword,
} from './features/auth/index.ts'
import {
  captureRoutes,
  presetRoutes,
  protocolRoutes,
  rejectStatisticsRoutes,
  restraintRoutes,
} from './features/capture/index.ts'
import {
  attachmentRoutes,
  caseMacroRoutes,
  caseReportRoutes,
  caseRoutes,
  caseViewerRoutes,
  createCaseWatch,
  signatureRoutes,
} from './features/cases/index.ts'
import { clinicRoutes } from './features/clinics/index.ts'
import { backupRoutes } from './features/backups/index.ts'
import {
  bridgeRoutes,
  bridgeSettingsRoutes,
  deviceRoutes,
  eventRoutes,
} from './features/devices/index.ts'
import {
  dicomDeviceRoutes,
  dicomInfoRoutes,
  dicomReceiverRoutes,
  dicomSendRoutes,
  dicomServerRoutes,
} from './features/dicom-network/index.ts'
import { reassignRoutes } from './features/reassign/index.ts'
import { dicomWebRoutes } from './features/dicom-web/index.ts'
import { emailRoutes } from './features/email/index.ts'
import {
  bulkDownloadRoutes,
  documentRoutes,
  imageDownloadRoutes,
  imageFileRoutes,
  imageRoutes,
  RunningDownloads,
} from './features/images/index.ts'
import type { RenderJpeg } from './features/images/index.ts'
import { ownerRoutes, patientRoutes } from './features/patients/index.ts'
import { reportRoutes, reportSettingsRoutes } from './features/reports/index.ts'
import {
  linkAddressRoutes,
  registerSharedPages,
  sendImagesRoutes,
  shareRoutes,
} from './features/sharing/index.ts'
import { isSetUpOpen, setUpRoutes } from './features/set-up/index.ts'
import { stackRoutes } from './features/stacks/index.ts'
import { createKeyCheck, serviceAccountRoutes } from './features/service-accounts/index.ts'
import { changeRoutes, studyRoutes, xrayLogRoutes } from './features/studies/index.ts'
import { userRoutes } from './features/users/index.ts'
import {
  createDrawingsWatch,
  hangingProtocolRoutes,
  viewerStateRoutes,
} from './features/viewer-state/index.ts'
import { renderDocsPage } from './http/docs-page.ts'
import { createMounter } from './http/mount.ts'
import { createSessionLimit } from './http/session-limit.ts'
import { createOpenApiDocument } from './http/open-api.ts'
import { errorReportRoute, healthRoutes } from './http/system.routes.ts'
import { serveWebPages } from './http/web-pages.ts'
import type { Services } from './services.ts'

type Mounter = ReturnType<typeof createMounter>

export interface RouteSettings {
  readonly config: Config
  /** The built web application; left out when only the API is needed. */
  readonly webFolder?: string | undefined
  /** The interval at which the rights of a running upload or download are checked again. */
  readonly recheckAccessMs?: number | undefined
}

interface RouteState {
  /** Whether a stop was announced. */
  readonly isDraining: () => boolean
}

/** Mounts the API and the pages; a server without the role `web` answers only its health. */
export async function mountRoutes(
  app: FastifyInstance,
  services: Services,
  { config, webFolder, recheckAccessMs, isDraining }: RouteSettings & RouteState,
): Promise<void> {
  const { unscopedDb, stops } = services
  const hasWeb = config.roles.includes('web')
  const routeDeps = createRouteDeps(services, config)
  await app.register(
    async (api) => {
      const mounter = createMounter(api, {
        unscopedDb,
        files: services.files,
        authenticate: (token, { renews }) =>
          (renews ? authenticate : authenticateWithoutRenewal)(services, token),
        authenticateKey: createKeyCheck(services),
        publicCallsPerMinute: config.publicCallsPerMinute,
        countCall: createSessionLimit(),
        onRefused: services.refusalLog.record,
        recheckAccessMs,
        accessChanges: services.accessChanges,
        variant: config.variant,
      })
      healthRoutes(mounter.mount, { ...services, isDraining })
      if (!hasWeb) return
      mountFeatures(mounter, services, config, routeDeps)
      mountDocumentation(mounter, config)
    },
    { prefix: config.apiBase.replace(/\/$/u, '') },
  )
  if (!hasWeb) return
  const shared = await registerSharedPages(app, routeDeps.share)
  stops.add('shared pages', { drain: shared.stop })
  if (webFolder !== undefined)
    await serveWebPages(app, {
      folder: webFolder,
      settings: toPageSettings(config),
      needsSetUp: createSetUpWatch(unscopedDb),
    })
}

/** The dependencies that several features have in common. */
function createRouteDeps(services: Services, config: Config) {
  const { unscopedDb, clock, reportError, renderPool, thumbnails, stops } = services
  const { files, log, readPool, transcodePool, secrets, singleFrames, renderStored, outgoing } =
    services
  const renderJpeg: RenderJpeg = async (source, options) => {
    if (source instanceof Uint8Array) return renderPool.renderJpeg(source, options)
    const signal = options?.signal ?? new AbortController().signal
    return (await renderStored(source, { ...options, signal })) ?? refuse('image/unreadable')
  }
  const running = new RunningDownloads()
  stops.add('downloads', { drain: () => running.endAll() })
  const common = { unscopedDb, clock, publicUrl: config.publicUrl, reportError }
  const frames = { singleFrames, renderStored, renderJpeg }
  const image = { files, log, ...frames, clock, readPool, transcodePool, running, outgoing }
  const share = { ...config, ...image, ...common, ...thumbnails, secrets }
  return { common, image, share }
}

/** Mounts every feature: the table of contents of the API. */
function mountFeatures(
  { mount, mountRaw }: Mounter,
  services: Services,
  config: Config,
  { common, image, share }: ReturnType<typeof createRouteDeps>,
): void {
  const { archive, backgroundWork, capture, clock, dicom, files, log, secrets, stops } = services
  const { bridges, sensorEvents, sensorUses, generatorPower, thumbnails } = services
  const { processPool, readPool, renderPool, transcodePool } = services
  const { wakeJobs } = backgroundWork

  errorReportRoute(mount, common)
  auditRoutes(mount, mountRaw)
  emailRoutes(mount, { ...config, clock, secrets })
  const serverAeTitle = config.dicomAeTitle
  clinicRoutes(mount, { ...common, serverAeTitle })
  userRoutes(mount, { ...common, hashPassword, serverAeTitle })
  const issuer = config.serverName === 'talus' ? 'Talus' : `Talus ${config.serverName}`
  authRoutes(mount, { ...common, ...config, secrets, issuer, wakeJobs })
  ownerRoutes(mount, common)
  patientRoutes(mount, common)
  studyRoutes(mount, common)
  xrayLogRoutes(mount, mountRaw, common)
  const changes = changeRoutes(mountRaw, common)
  stops.add('changes of studies', { drain: changes.stop })
  imageRoutes(mount, mountRaw, { ...thumbnails, ...image })
  const imageFiles = imageFileRoutes(mount, mountRaw, image)
  stops.add('files of images', { drain: imageFiles.stop })
  const documents = documentRoutes(mount, mountRaw, { ...image, ...common })
  stops.add('documents', { drain: documents.stop })
  bulkDownloadRoutes(mountRaw, image)
  imageDownloadRoutes(mount, mountRaw, { ...config, ...image })
  const importFolder = join(config.dataFolder, 'import')
  const pools = { readPool, transcodePool }
  const archiveDeps = { archive, ...pools, files, clock, log, importFolder, ...thumbnails }
  archiveRoutes(mount, mountRaw, archiveDeps)
  const { keptSlices: kept, slicePrefetch: prefetch } = services
  const stacks = stackRoutes(mount, mountRaw, { ...image, kept, prefetch })
  stops.add('stacks', { drain: stacks.stop })
  const { reports } = services
  viewerStateRoutes(mount, { clock, archive, files, readPool, log, reports })
  hangingProtocolRoutes(mount, { clock })
  const dicomWeb = dicomWebRoutes(mountRaw, {
    ...image,
    archive,
    readLog: services.readLog,
    readPool,
    transcodePool,
    apiBase: config.apiBase,
    variant: config.variant,
    dicomWebProxyUrl: config.dicomWebProxyUrl,
  })
  stops.add('DICOMweb', { drain: dicomWeb.stop })
  serviceAccountRoutes(mount, common)
  shareRoutes(mount, share)
  linkAddressRoutes(mount, { ...config, clock })
  sendImagesRoutes(mount, { ...share, wakeJobs })
  deviceRoutes(mount, { ...common, bridges })
  bridgeSettingsRoutes(mount, { clock, bridges, secrets })
  const bridge = bridgeRoutes(mount, mountRaw, {
    ...common,
    bridges,
    sensorEvents,
    sensorUses,
    generatorPower,
  })
  stops.add('events of devices', { drain: bridge.stop })
  const caseWatch = createCaseWatch(common.unscopedDb)
  const events = eventRoutes(mount, mountRaw, {
    ...common,
    ...bridge,
    variant: config.variant,
    watchChanges: changes.watch,
    watchDrawings: createDrawingsWatch(common.unscopedDb),
    watchCases: caseWatch.watchAs,
  })
  stops.add('event streams', { drain: events.stop })
  captureRoutes(mount, mountRaw, { capture, renderPool })
  reassignRoutes(mount, { clock, sensorUses })
  protocolRoutes(mount, common)
  restraintRoutes(mount, common)
  rejectStatisticsRoutes(mount, mountRaw)
  presetRoutes(mount, mountRaw, { files, readPool, processPool, clock, log })
  dicomServerRoutes(mount, { ...config, clock })
  dicomDeviceRoutes(mount, mountRaw, { clock, dicom, variant: config.variant })
  dicomReceiverRoutes(mount, { ...config, clock, dicom })
  dicomSendRoutes(mount, { clock, log, reports: services.reports, worker: backgroundWork.sender })
  dicomInfoRoutes(mount, { ...config, ports: dicom.ports })
  const { reportPool } = services
  const report = reportRoutes(mount, mountRaw, { ...config, ...image, archive, reportPool })
  stops.add('reports', { drain: report.stop })
  reportSettingsRoutes(mount, mountRaw, { clock, files, reportPool })
  caseRoutes(mount, { ...common, files, secrets, wakeJobs, wakePages: caseWatch.wake })
  caseViewerRoutes(mount)
  caseMacroRoutes(mount, common)
  backupRoutes(mount, services.backups.deps)
  const caseDeps = { ...image, ...common, archive, reportPool, secrets }
  const attachments = attachmentRoutes(mount, mountRaw, caseDeps)
  stops.add('files of cases', { drain: attachments.stop })
  const caseReports = caseReportRoutes(mount, mountRaw, caseDeps)
  stops.add('reports of cases', { drain: caseReports.stop })
  signatureRoutes(mount, mountRaw, caseDeps)
  setUpRoutes(mount, {
    ...config,
    ...common,
    hashPassword,
    serverAeTitle,
    trustsSameComputer: trustsSameComputer(config),
  })
}

/** Mounted last. A declared route without a handler is a fault of the program, found at its start. */
function mountDocumentation({ mountRaw, listMissing }: Mounter, config: Config): void {
  const isMounted = (route: Route) => (route.variant ?? config.variant) === config.variant
  const described = { apiBase: config.apiBase, version: '1.0.0', isMounted }
  // Built on the first request: the schemas of all routes take a seventh of the start-up time.
  let page: string | undefined
  let openApi: ReturnType<typeof createOpenApiDocument> | undefined
  mountRaw(routes.system.docs, async (_call, reply) =>
    reply.type('text/html; charset=utf-8').send((page ??= renderDocsPage(described))),
  )
  mountRaw(routes.system.openApi, async (_call, reply) =>
    reply.send((openApi ??= createOpenApiDocument(described))),
  )
  const missing = listMissing(isMounted)
  if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')}`)
}

/**
 * Whether a caller on the computer of the server may set it up without the code. Behind a proxy on
 * that computer, every caller seems to be there.
 */
function trustsSameComputer({ variant, trustProxy, publicUrl, port }: Config): boolean {
  const url = new URL(publicUrl)
  const isOwnPort = url.protocol === 'http:' && Number(url.port || 80) === port
  return variant === 'local' && trustProxy === false && isOwnPort
}

/** Says whether the system waits for its first user; once it has one, without asking again. */
function createSetUpWatch(unscopedDb: Services['unscopedDb']): () => Promise<boolean> {
  let isOpen = true
  return async () => (isOpen &&= await isSetUpOpen(unscopedDb))
}

const toPageSettings = (config: Config): Omit<PageSettings, 'needsSetUp'> => ({
  variant: config.variant,
  basePath: config.basePath,
  apiBase: config.apiBase,
  contactEmail: config.contactEmail,
  contactPhone: config.contactPhone,
  rightsNotice: config.rightsNotice ?? null,
  launcherExitUrl: config.launcherExitUrl ?? null,
  isDemo: config.isDemo,
})
