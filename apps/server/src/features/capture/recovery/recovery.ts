import { setTimeout as sleep } from 'node:timers/promises'
import type { FrameInfo } from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import type { UnscopedDb } from '../../../db/open.ts'
import type { Bridges, BridgeClient, AttachedSensor } from '../../devices/index.ts'
import type { FrameIntake } from '../frames/frame-intake.ts'
import { listFramesWithoutImage } from '../frames/frames.queries.ts'
import type { SensorSlots } from '../exposure/sensor-slot.ts'
import { createFrameSubscriptions } from './frame-subscriptions.ts'
import { createPostponements } from './postponements.ts'

export interface RecoveryDeps {
  readonly unscopedDb: UnscopedDb
  readonly bridges: Bridges
  readonly slots: SensorSlots
  readonly intake: FrameIntake
  readonly log: Logger
}

const scanEveryMs = 3000
/** Longer than an answer of a bridge in the same network takes. */
const slowBridgeMs = 1500

const late = { isLate: true, action: 'image.capture', address: '' } as const

/**
 * Imports frames that no call waits for: after a crash of the server or a closed page, from a
 * sensor that was disconnected, or of a capture that was cancelled too late. A frame that fails is
 * postponed and does not block the others.
 */
export function createRecovery({ unscopedDb, bridges, slots, intake, log }: RecoveryDeps) {
  const postponements = createPostponements()
  const subscriptions = createFrameSubscriptions(slots, () => void requestScan())
  const busy = new Set<BridgeClient>()
  const skipped = new Set<BridgeClient>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isRequested = false
  const stopping = new AbortController()
  /** The imports that a scan no longer waits for. */
  let background: Promise<unknown> = Promise.resolve()
  /** The frames of each bridge at its last answer. */
  const offered = new Map<BridgeClient, ReadonlySet<string>>()

  async function attempt(frameId: string, work: () => Promise<unknown>) {
    if (isStopped || postponements.isPostponed(frameId) || intake.isRunning(frameId)) return
    try {
      // Undefined: the target is unknown or the file is missing, which may change later.
      if (await work()) postponements.end(frameId)
      else postponements.postpone(frameId)
    } catch (error) {
      const tries = postponements.postpone(frameId)
      log.error({ err: error, frameId, tries }, 'a frame could not be taken yet')
    }
  }

  const isAwaited = ({ key }: AttachedSensor, { captureId }: FrameInfo) =>
    captureId !== null && slots.find(key)?.active?.captureId === captureId

  async function importFramesOf(bridge: BridgeClient, sensors: readonly AttachedSensor[]) {
    const frames = await bridge.frames().catch(() => [])
    offered.set(bridge, new Set(frames.map(({ id }) => id)))
    for (const frame of frames) {
      const attached = sensors.find((one) => one.bridge === bridge && one.name === frame.sensor)
      if (attached && !isAwaited(attached, frame))
        await attempt(frame.id, () => intake.fromBridge(attached, frame, late))
    }
  }

  /**
   * Imports the frames of all bridges at the same time. A bridge that does not answer is left to
   * itself after a moment, so that it does not delay the frames of the others.
   */
  async function importFrames() {
    const sensors = await bridges.listAttached()
    subscriptions.update(sensors)
    const imports = [...new Set(sensors.map(({ bridge }) => bridge))].map(async (bridge) => {
      // The earlier import of this bridge is followed by another scan.
      if (busy.has(bridge)) return void skipped.add(bridge)
      busy.add(bridge)
      await importFramesOf(bridge, sensors).finally(() => busy.delete(bridge))
      if (skipped.delete(bridge)) void requestScan()
    })
    await Promise.race([
      Promise.all(imports),
      sleep(slowBridgeMs, undefined, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      ),
    ])
    background = Promise.allSettled([background, ...imports])
  }

  const isOffered = (frameId: string) => [...offered.values()].some((ids) => ids.has(frameId))

  async function scan() {
    try {
      await importFrames()
      for (const row of await listFramesWithoutImage(unscopedDb))
        if (!isOffered(row.frameId)) await attempt(row.frameId, () => intake.fromRow(row, late))
    } catch (error) {
      // The database is unavailable for a moment: no frame is acknowledged meanwhile.
      log.warn({ err: error }, 'frames not looked for')
    }
  }

  function requestScan(): Promise<void> {
    isRequested = true
    running ??= runScans().finally(() => (running = undefined))
    return running
  }

  async function runScans() {
    clearTimeout(timer)
    while (isRequested && !isStopped) {
      isRequested = false
      await scan()
    }
    if (!isStopped) timer = setTimeout(() => void requestScan(), scanEveryMs).unref()
  }

  return {
    start: () => void requestScan(),
    stop: async () => {
      isStopped = true
      stopping.abort()
      clearTimeout(timer)
      await running
      await background
    },
  }
}
