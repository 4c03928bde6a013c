import type { DicomServerId } from '@talus/contract'
import type { Engine } from '../../../db/schema-builder.ts'
import { createWorkLoop } from '../../../jobs/work-loop.ts'
import { sendBatch } from './send-batch.ts'
import type { BatchDeps } from './send-batch.ts'
import { defaultSendLimits } from './send-association.ts'
import type { SendLimits } from './send-association.ts'
import * as claims from './send-claims.queries.ts'

export interface SendWorkerSettings extends Omit<BatchDeps, 'stopping' | 'stopped' | 'limits'> {
  readonly limits?: Partial<SendLimits> | undefined
  readonly engine: Engine
  /** Interval at which due images and those queued by another process are noticed. */
  readonly pollMs?: number
}

export interface SendWorker {
  /** Polls now; to be called after a commit that queued images. */
  readonly wake: () => void
  /** Aborted when the server stops: requests no longer wait for images. */
  readonly stopping: AbortSignal
  /** Claims no more images, because the server is about to stop. */
  readonly stopWaiting: () => void
  readonly stop: () => Promise<void>
}

/** Most concurrent associations; each peer that hangs occupies one for a minute. */
const concurrentMax = 32
/** Time for the current image to arrive; a large one on a slow connection is sent again later. */
const graceMs = 5000

/** Sends queued images, with one association at a time for each server. */
export function startSendWorker({
  limits,
  engine,
  pollMs = 1000,
  ...deps
}: SendWorkerSettings): SendWorker {
  const { unscopedDb, clock, log } = deps
  const loop = createWorkLoop({
    pollMs,
    onOutage: (error) => log.error({ err: error }, 'the queue of images is out of reach'),
  })
  const { stopping, stopped } = loop
  const batchDeps: BatchDeps = {
    ...deps,
    limits: { ...defaultSendLimits, ...limits },
    stopping,
    stopped,
  }
  const running = new Map<DicomServerId, Promise<void>>()
  // SQLite serves one process only, so claims of an earlier process need not expire first.
  let mayHoldClaims = engine === 'sqlite'

  async function poll() {
    if (mayHoldClaims) await claims.endClaims(unscopedDb, clock())
    mayHoldClaims = false
    await startBatches()
  }

  async function startBatches() {
    for (const { id } of await claims.serversWithWork(unscopedDb, clock().toISOString())) {
      if (running.size >= concurrentMax) return
      if (running.has(id)) continue
      const work = sendAll(id).finally(() => {
        running.delete(id)
      })
      running.set(id, work)
    }
  }

  async function sendAll(id: DicomServerId): Promise<void> {
    try {
      while (!stopping.aborted && (await sendBatch(batchDeps, id))) continue
    } catch (error) {
      log.error({ err: error, dicomServerId: id }, 'images could not be sent')
    }
  }

  loop.start(poll)

  return {
    wake: loop.wake,
    stopping,
    stopWaiting: loop.stopClaiming,
    stop: () => loop.stop(() => running.values(), graceMs),
  }
}
