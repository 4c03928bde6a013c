import { join } from 'node:path'
import { productVersion } from '@talus/contract'
import type { FastifyBaseLogger } from 'fastify'
import { leaveBackgroundWork, startBackgroundWork } from './background-work.ts'
import type { Config } from './config.ts'
import type { DiskSpace } from './backup/index.ts'
import type { OpenDatabase } from './db/open.ts'
import {
  createBackupRunner,
  createBackupWork,
  createRestoreWatch,
} from './features/backups/index.ts'
import { openArchive } from './features/archive/index.ts'
import { createReadLog, createRefusalLog } from './features/audit/index.ts'
import { openCapture, warmUpSimulatedPanels } from './features/capture/index.ts'
import {
  createSensorEventBus,
  createSensorUses,
  openBridges,
  openGeneratorPower,
} from './features/devices/index.ts'
import { createDicomListener, queueReport } from './features/dicom-network/index.ts'
import type { SendLimits } from './features/dicom-network/index.ts'
import {
  createRenderStored,
  createSingleFrames,
  createOutgoingFiles,
  createThumbnailPrefetch,
  createThumbnails,
} from './features/images/index.ts'
import { createKeptSlices, createSlicePrefetch } from './features/stacks/index.ts'
import { createOldImagesReader, createSecondStoreWatch } from './features/long-storage/index.ts'
import { createMeasurementReports } from './features/viewer-state/index.ts'
import { getFileSettings } from './files/index.ts'
import { createAccessChanges } from './http/access-changes.ts'
import type { FileStore } from './files/index.ts'
import { createErrorReporter } from './http/error-report.ts'
import { findMailAddress } from './http/mail-address.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import { createStopList } from './stop-list.ts'
import type { StopList } from './stop-list.ts'
import {
  startProcessPool,
  startReadPool,
  startRenderPool,
  startReportPool,
  startTranscodePool,
} from './workers/index.ts'
import type { RenderPool } from './workers/index.ts'

export interface ServiceDeps {
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
  /** The time during which the reads of a device or program become one audit event. */
  readonly collectReadsMs?: number
  /** The time during which the refusals of a user and route are counted. */
  readonly collectRefusalsMs?: number
  /** The space of the disk of a folder, in place of the real one. */
  readonly readSpace?: (folder: string) => Promise<DiskSpace>
}

export type Services = ReturnType<typeof openServices>

/**
 * Opens all services, each after those that it uses, and registers how it stops. A service that
 * only answers calls is opened in every role: it uses no thread and no port until it is called.
 */
export function openServices(deps: ServiceDeps) {
  const { config, database, files, secrets, clock, log, sendLimits } = deps
  const { unscopedDb, engine } = database
  const { reportError, flushReports } = createErrorReporter({
    log,
    dsn: config.errorDsn,
    release: productVersion,
    environment: config.serverEnvironment,
  })
  const stops = createStopList(log)
  stops.add('files', { stop: () => files.close() })
  const readLog = createReadLog({ unscopedDb, clock, log, collectMs: deps.collectReadsMs })
  stops.add('log of reads', { stop: readLog.flush })
  const refusalLog = createRefusalLog({ unscopedDb, clock, log, collectMs: deps.collectRefusalsMs })
  stops.add('log of refusals', { stop: refusalLog.flush })
  const pools = openPools(deps, stops)
  const singleFrames = createSingleFrames({ files, log, ...pools })
  const renderStored = createRenderStored({ files, singleFrames, ...pools })
  const thumbnails = createThumbnails({ files, log, renderStored })
  stops.add('thumbnails', { drain: thumbnails.stop })
  const thumbnailPrefetch = createThumbnailPrefetch({ ...thumbnails, log })
  stops.add('thumbnail prefetch', { drain: thumbnailPrefetch.stop })
  const onImage = thumbnailPrefetch.add
  const budgetBytes = config.sliceCacheBytes
  const keptSlices = createKeptSlices({ files, log, singleFrames, ...pools, budgetBytes })
  stops.add('kept slices', { stop: keptSlices.idle })
  const slicePrefetch = createSlicePrefetch({ kept: keptSlices, log })
  stops.add('slice prefetch', { drain: slicePrefetch.stop })
  const onSlices = slicePrefetch.add
  const outgoing = createOutgoingFiles({ unscopedDb, files, ...pools, clock, log })
  const archive = openArchive({ unscopedDb, files, ...pools, clock, log, onImage, onSlices })
  const reports = createMeasurementReports({ files, log, outgoing, archive, queueReport, ...pools })
  const accessChanges = createAccessChanges()
  const dicom = createDicomListener({
    accessChanges,
    ...config,
    unscopedDb,
    archive,
    outgoing,
    readLog,
    files,
    fileSettings: getFileSettings(config),
    sharedIdentity: engine === 'postgres' ? { unscopedDb, secrets, clock } : undefined,
    ...pools,
    clock,
    log,
    sendLimits,
  })
  stops.add('DICOM listener', { drain: dicom.stop })
  const bridges = openBridges({ ...config, unscopedDb, secrets })
  const sensorEvents = createSensorEventBus()
  const sensorUses = createSensorUses()
  const generatorPower = openGeneratorPower({ unscopedDb, clock, bridges, sensorUses, log })
  stops.add('power of the generator', { drain: generatorPower.stop })
  const devices = { bridges, sensorEvents, sensorUses, generatorPower }
  const captureDeps = { unscopedDb, files, archive, ...pools, ...devices, clock, log }
  const capture = openCapture(captureDeps)
  stops.add('capture', { drain: capture.stop, stop: capture.idle })
  const backups = openBackups(deps, sensorUses.isExposing)
  stops.add('backups', { drain: () => backups.work.stop() })
  if (config.variant === 'local' && config.hasDemoImages) scheduleWarmUp(captureDeps, stops)
  const backgroundWork = config.roles.includes('worker')
    ? startBackgroundWork(
        { ...deps, ...pools, renderStored, archive, outgoing, reports, reportError, keptSlices },
        stops,
      )
    : leaveBackgroundWork(stops)

  return {
    unscopedDb,
    files,
    secrets,
    clock,
    log,
    reportError,
    /** Resolves when the pending error reports have been delivered. */
    flushErrorReports: flushReports,
    ...pools,
    singleFrames,
    renderStored,
    thumbnails,
    keptSlices,
    slicePrefetch,
    archive,
    outgoing,
    reports,
    readLog,
    refusalLog,
    accessChanges,
    dicom,
    ...devices,
    capture,
    backups,
    backgroundWork,
    stops,
  }
}

/** The backup of this server; the cloud is backed up in another way. */
function openBackups(
  { config, database, files, secrets, clock, log, readSpace }: ServiceDeps,
  isExposing: () => boolean,
) {
  const { unscopedDb, engine } = database
  const source = { ...config }
  const common = { unscopedDb, secrets, clock, log, source, files }
  const secondStoreWatch = createSecondStoreWatch({ ...config, files, log })
  const restoreWatch = createRestoreWatch({ ...config, ...common })
  const runner = createBackupRunner({ ...common, isExposing, onEnd: () => void work.tick() })
  const watches = { secondStoreWatch, restoreWatch }
  const readOldImages = createOldImagesReader({ ...config, ...common })
  const isAvailable = engine === 'sqlite'
  const deps = { ...config, ...common, ...watches, readOldImages, isAvailable, runner }
  /** The background work as after a start, which recovers from the one before. */
  const restartWork = () =>
    createBackupWork({
      ...deps,
      readSpace,
      get publicUrl() {
        return findMailAddress(config)
      },
    })
  const work = restartWork()
  return { runner, work, restartWork, deps }
}

/** Opens the worker pools, whose threads are started on demand. */
function openPools({ config, log, renderPool = startRenderPool() }: ServiceDeps, stops: StopList) {
  const transcodePool = startTranscodePool()
  stops.add('transcode pool', { stop: () => transcodePool.close() })
  const readPool = startReadPool()
  stops.add('read pool', { stop: () => readPool.close() })
  stops.add('render pool', { stop: () => renderPool.close() })
  const reportPool = startReportPool()
  stops.add('report pool', { stop: () => reportPool.close() })
  const cacheFolder = join(config.dataFolder, 'calibrations')
  const processPool = startProcessPool({ cacheFolder, log })
  stops.add('process pool', { stop: () => processPool.close() })
  return { transcodePool, readPool, renderPool, reportPool, processPool }
}

/** By then the user who started the demo has signed in and the bridge is running. */
const warmUpAfterMs = 10_000

function scheduleWarmUp(deps: Parameters<typeof warmUpSimulatedPanels>[0], stops: StopList): void {
  const timer = setTimeout(() => void warmUpSimulatedPanels(deps), warmUpAfterMs).unref()
  stops.add('warm-up of the panels', { stop: () => clearTimeout(timer) })
}
