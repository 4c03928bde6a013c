import type { DicomServerId } from '@talus/contract'
import type { Engine } from '../../db/schema-builder.ts'
import { workLoop } from '../../jobs/work-loop.ts'
import { sendBatch } from './send-batch.ts'
import type { BatchDeps } from './send-batch.ts'
import { sendLimits } from './send-association.ts'
import type { SendLimits } from './send-association.ts'
import * as claims from './send-claims.queries.ts'

export interface SendWorkerSettings extends Omit<BatchDeps, 'stopping' | 'stopped' | 'limits'> {
  readonly limits?: Partial<SendLimits> | undefined
  readonly engine: Engine
  /** How long what another process has queued, or whose time has come, may wait unnoticed. */
  readonly pollMs?: number
}

export interface SendWorker {
  /** Looks for work now; to be called after a commit that added some. */
  readonly wake: () => void
  /** Raised when the server stops: nobody waits for images any more. */
  readonly stopping: AbortSignal
  /** The server is about to stop: takes no more. */
  readonly stopWaiting: () => void
  readonly stop: () => Promise<void>
}

/** Servers that are talked to at once. Those that hang are so many at most, and each for a minute. */
const atOnce = 32
/** The image that is just on its way may arrive; a large one on a slow line is sent again. */
const graceMs = 5000

/** Sends what is queued, one association for each server at a time. */
export function startSendWorker({
  limits,
  engine,
  pollMs = 1000,
  ...deps
}: SendWorkerSettings): SendWorker {
  const { unscopedDb, clock, log } = deps
  const loop = workLoop({
    pollMs,
    onOutage: (error) => log.error({ err: error }, 'the queue of images is out of reach'),
  })
  const { stopping, stopped } = loop
  const batchDeps: BatchDeps = { ...deps, limits: { ...sendLimits, ...limits }, stopping, stopped }
  const running = new Map<DicomServerId, Promise<void>>()
  // An embedded database has one server: what the last one was sending when it died need not wait.
  let mayHoldClaims = engine === 'sqlite'

  async function look() {
    if (mayHoldClaims) await claims.endClaims(unscopedDb, clock())
    mayHoldClaims = false
    await takeServers()
  }

  async function takeServers() {
    for (const { id } of await claims.serversWithWork(unscopedDb, clock().toISOString())) {
      if (running.size >= atOnce) return
      if (running.has(id)) continue
      const work = serve(id).finally(() => {
        running.delete(id)
      })
      running.set(id, work)
    }
  }

  async function serve(id: DicomServerId): Promise<void> {
    try {
      while (!stopping.aborted && (await sendBatch(batchDeps, id))) continue
    } catch (error) {
      log.error({ err: error, dicomServerId: id }, 'images could not be sent')
    }
  }

  loop.begin(look)

  return {
    wake: loop.wake,
    stopping,
    stopWaiting: loop.takeNoMore,
    stop: () => loop.stop(() => running.values(), graceMs),
  }
}
