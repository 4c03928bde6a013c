import { setTimeout as sleep } from 'node:timers/promises'
import type { DicomServerId } from '@talus/contract'
import type { Engine } from '../../db/schema-builder.ts'
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
const lastGraceMs = 1000

/** Sends what is queued, one association for each server at a time. */
export function startSendWorker({
  limits,
  engine,
  pollMs = 1000,
  ...deps
}: SendWorkerSettings): SendWorker {
  const { unscopedDb, clock, log } = deps
  const stopping = new AbortController()
  const stopped = new AbortController()
  const batchDeps: BatchDeps = {
    ...deps,
    limits: { ...sendLimits, ...limits },
    stopping: stopping.signal,
    stopped: stopped.signal,
  }
  const running = new Map<DicomServerId, Promise<void>>()
  let isOutOfReach = false

  // Resolved at any time, also while nobody waits: no call for attention gets lost.
  let attention = Promise.withResolvers<void>()
  const wake = () => attention.resolve()
  async function nap() {
    const timer = setTimeout(wake, pollMs)
    await attention.promise
    clearTimeout(timer)
    attention = Promise.withResolvers<void>()
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
      while (!stopping.signal.aborted && (await sendBatch(batchDeps, id))) continue
    } catch (error) {
      log.error({ err: error, dicomServerId: id }, 'images could not be sent')
    }
  }

  async function lookForWork() {
    // An embedded database has one server: what the last one was sending when it died need not wait.
    let isFirst = engine === 'sqlite'
    while (!stopping.signal.aborted) {
      try {
        if (isFirst) await claims.endClaims(unscopedDb, clock())
        isFirst = false
        await takeServers()
        isOutOfReach = false
      } catch (error) {
        // Said once per outage, not once per second.
        if (!isOutOfReach) log.error({ err: error }, 'the queue of images is out of reach')
        isOutOfReach = true
      }
      await nap()
    }
  }

  const looking = lookForWork()

  return {
    wake,
    stopping: stopping.signal,
    stopWaiting: () => stopping.abort(),
    async stop() {
      stopping.abort()
      wake()
      const ended = async () => {
        await looking
        await Promise.all(running.values())
      }
      await within(graceMs, ended())
      stopped.abort()
      await within(lastGraceMs, ended())
    },
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController()
  const timeOut = sleep(ms, undefined, enough).catch(() => undefined)
  await Promise.race([work, timeOut])
  enough.abort()
}
