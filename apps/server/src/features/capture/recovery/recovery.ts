import type { FrameInfo } from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import type { UnscopedDb } from '../../../db/open.ts'
import type { Bridges, AttachedSensor } from '../../devices/index.ts'
import type { FrameIntake } from '../frames/frame-intake.ts'
import { listFramesWithoutImage } from '../frames/frames.queries.ts'
import type { SensorSlots } from '../exposure/sensor-slot.ts'

export interface RecoveryDeps {
  readonly unscopedDb: UnscopedDb
  readonly bridges: Bridges
  readonly slots: SensorSlots
  readonly intake: FrameIntake
  readonly log: Logger
}

const scanEveryMs = 3000
const longestPauseMs = 60_000

const late = { isLate: true, action: 'image.capture', address: '' } as const

/**
 * Imports frames that no call waits for: after a crash of the server or a closed page, from a
 * sensor that was disconnected, or of a capture that was cancelled too late. A frame that fails is
 * postponed and does not block the others.
 */
export function createRecovery({ unscopedDb, bridges, slots, intake, log }: RecoveryDeps) {
  const postponed = new Map<string, { readonly tries: number; readonly until: number }>()
  const subscribed = new Set<string>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isRequested = false

  const isPostponed = (frameId: string) => (postponed.get(frameId)?.until ?? 0) > Date.now()
  function postpone(frameId: string): number {
    const tries = (postponed.get(frameId)?.tries ?? 0) + 1
    const pauseMs = Math.min(longestPauseMs, 1000 * 2 ** tries)
    postponed.set(frameId, { tries, until: Date.now() + pauseMs })
    return tries
  }

  async function attempt(frameId: string, work: () => Promise<unknown>) {
    if (isStopped || isPostponed(frameId) || intake.isRunning(frameId)) return
    try {
      // Undefined: the target is unknown or the file is missing, which may change later.
      if (await work()) postponed.delete(frameId)
      else postpone(frameId)
    } catch (error) {
      const tries = postpone(frameId)
      log.error({ err: error, frameId, tries }, 'a frame could not be taken yet')
    }
  }

  const isAwaited = ({ key }: AttachedSensor, { captureId }: FrameInfo) =>
    captureId !== null && slots.find(key)?.active?.captureId === captureId

  /**
   * Subscribes to the sensor, so that new frames are imported at once and its event stream is open
   * when a user captures.
   */
  function subscribeTo(attached: AttachedSensor) {
    const { watch } = slots.getOrCreate(attached)
    if (subscribed.has(attached.key)) return
    subscribed.add(attached.key)
    watch.subscribe(({ event }) => {
      if (event === 'frame') void requestScan()
    })
  }

  async function importFrames(): Promise<ReadonlySet<string>> {
    const sensors = await bridges.listLocal()
    for (const attached of sensors) subscribeTo(attached)
    const offered = new Set<string>()
    for (const bridge of new Set(sensors.map((attached) => attached.bridge))) {
      const frames = await bridge.frames().catch(() => [])
      for (const frame of frames) {
        offered.add(frame.id)
        const attached = sensors.find((one) => one.bridge === bridge && one.name === frame.sensor)
        if (attached && !isAwaited(attached, frame))
          await attempt(frame.id, () => intake.fromBridge(attached, frame, late))
      }
    }
    return offered
  }

  async function scan() {
    try {
      const offered = await importFrames()
      for (const row of await listFramesWithoutImage(unscopedDb))
        if (!offered.has(row.frameId)) await attempt(row.frameId, () => intake.fromRow(row, late))
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
      clearTimeout(timer)
      await running
    },
  }
}
