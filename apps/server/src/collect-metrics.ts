import { statfs } from 'node:fs/promises'
import { productVersion } from '@talus/contract'
import { listUnsent } from './features/dicom-network/index.ts'
import { listUnfinished } from './jobs/queue-load.queries.ts'
import type { Services } from './services.ts'
import { watchProcess } from './telemetry/process-metrics.ts'
import { createFamily } from './telemetry/registry.ts'
import type { Family, Registry } from './telemetry/registry.ts'
import type { PoolLoad } from './workers/index.ts'

/** Registers everything that is read when Prometheus asks, and costs nothing in between. */
export function collectMetrics(
  registry: Registry,
  services: Services,
  settings: { readonly dataFolder: string },
): void {
  const { stops, dicom } = services
  const watch = watchProcess()
  stops.add('metrics of the process', { stop: watch.stop })
  registry.collect(watch.read)
  registry.collect(() => [
    createFamily('gauge', 'talus_build_info', 'The version that runs.', [
      [{ version: productVersion, node: process.version }, 1],
    ]),
  ])
  registry.collect(() => readPools(services))
  registry.collect(dicom.readMetrics)
  registry.collect(() => readJobs(services))
  registry.collect(() => readSendQueue(services))
  registry.collect(() => readDisk(settings.dataFolder))
}

function readPools(services: Services): Family[] {
  const { transcodePool, readPool, renderPool, reportPool, processPool } = services
  const pools = {
    transcode: transcodePool,
    read: readPool,
    render: renderPool,
    report: reportPool,
    process: processPool,
  }
  const loads = Object.entries(pools).map(([pool, one]) => ({ pool, ...one.readLoad() }))
  const list = (read: (load: PoolLoad) => number) =>
    loads.map((load): [{ pool: string }, number] => [{ pool: load.pool }, read(load)])
  return [
    createFamily(
      'gauge',
      'talus_workers',
      'Workers of a pool by state; `limit` is the most that run at once.',
      loads.flatMap(({ pool, busy, running, size }) => [
        [{ pool, state: 'busy' }, busy],
        [{ pool, state: 'idle' }, running - busy],
        [{ pool, state: 'limit' }, size],
      ]),
    ),
    createFamily(
      'gauge',
      'talus_worker_tasks_waiting',
      'Tasks that wait for a worker.',
      list(({ waiting }) => waiting),
    ),
    createFamily(
      'counter',
      'talus_workers_replaced_total',
      'Workers that crashed or exceeded their time limit.',
      list(({ replaced }) => replaced),
    ),
  ]
}

interface QueuedRow {
  readonly state: string
  readonly count: number
  readonly oldestOn: string | null
}

const getAge = ({ oldestOn }: QueuedRow, now: Date) =>
  oldestOn === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldestOn)) / 1000)

async function readJobs({ unscopedDb, clock }: Services): Promise<Family[]> {
  const rows = await listUnfinished(unscopedDb)
  const now = clock()
  return [
    createFamily(
      'gauge',
      'talus_jobs',
      'Jobs that are not done, of all servers, by kind and state.',
      rows.map(({ kind, state, count }) => [{ kind, state }, count]),
    ),
    createFamily(
      'gauge',
      'talus_jobs_oldest_seconds',
      'Age of the oldest job of a kind that waits, runs or has failed.',
      rows.map((row) => [{ kind: row.kind, state: row.state }, getAge(row, now)]),
    ),
  ]
}

async function readSendQueue({ unscopedDb, clock }: Services): Promise<Family[]> {
  const rows = await listUnsent(unscopedDb)
  const now = clock()
  return [
    createFamily(
      'gauge',
      'talus_send_queue_images',
      'Images that have not reached their DICOM server, of all servers.',
      rows.map(({ state, count }) => [{ state }, count]),
    ),
    createFamily(
      'gauge',
      'talus_send_queue_oldest_seconds',
      'Age of the oldest of these images.',
      rows.map((row) => [{ state: row.state }, getAge(row, now)]),
    ),
  ]
}

async function readDisk(dataFolder: string): Promise<Family[]> {
  const { bavail, blocks, bsize } = await statfs(dataFolder)
  return [
    createFamily('gauge', 'talus_disk_bytes', 'The disk of TALUS_DATA.', [
      [{ space: 'free' }, bavail * bsize],
      [{ space: 'total' }, blocks * bsize],
    ]),
  ]
}
