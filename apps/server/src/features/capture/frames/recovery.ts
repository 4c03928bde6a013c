import type { FrameInfo } from '@talus/contract'
import type { UnscopedDb } from '../../../db/open.ts'
import type { Logger } from '../../../jobs/define-job.ts'
import type { Bridges, SensorPlace } from '../../devices/index.ts'
import type { FrameIntake } from './frame-intake.ts'
import { framesWithoutImage } from './frames.queries.ts'
import type { SensorDesks } from '../exposure/sensor-desk.ts'

export interface RecoveryDeps {
  readonly unscopedDb: UnscopedDb
  readonly bridges: Bridges
  readonly desks: SensorDesks
  readonly intake: FrameIntake
  readonly log: Logger
}

const everyMs = 3000
const longestPauseMs = 60_000

const late = { isLate: true, action: 'image.capture', address: '' } as const

/**
 * Looks for frames that nobody waits for: of a server or page that has died, of a sensor that was
 * away, of a capture that was cancelled too late. One that fails is put off and holds up no other.
 */
export function startRecovery({ unscopedDb, bridges, desks, intake, log }: RecoveryDeps) {
  const putOff = new Map<string, { readonly tries: number; readonly until: number }>()
  const heard = new Set<string>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isWanted = false

  const isPutOff = (frameId: string) => (putOff.get(frameId)?.until ?? 0) > Date.now()
  function delay(frameId: string): number {
    const tries = (putOff.get(frameId)?.tries ?? 0) + 1
    const pauseMs = Math.min(longestPauseMs, 1000 * 2 ** tries)
    putOff.set(frameId, { tries, until: Date.now() + pauseMs })
    return tries
  }

  async function attempt(frameId: string, work: () => Promise<unknown>) {
    if (isStopped || isPutOff(frameId) || intake.isRunning(frameId)) return
    try {
      // Undefined: nobody knows whose it is, or its file is not there. Perhaps later.
      if (await work()) putOff.delete(frameId)
      else delay(frameId)
    } catch (error) {
      const tries = delay(frameId)
      log.error({ err: error, frameId, tries }, 'a frame could not be taken yet')
    }
  }

  const isAwaited = ({ key }: SensorPlace, { captureId }: FrameInfo) =>
    captureId !== null && desks.find(key)?.pending?.captureId === captureId

  /** Hears of a new frame at once, and is there when the sensor is needed. */
  function listenTo(place: SensorPlace) {
    const { watch } = desks.of(place)
    if (heard.has(place.key)) return
    heard.add(place.key)
    watch.subscribe(({ event }) => {
      if (event === 'frame') void wake()
    })
  }

  async function takeFrames(): Promise<ReadonlySet<string>> {
    const places = await bridges.ofThisMachine()
    for (const place of places) listenTo(place)
    const offered = new Set<string>()
    for (const bridge of new Set(places.map((place) => place.bridge))) {
      const frames = await bridge.frames().catch(() => [])
      for (const frame of frames) {
        offered.add(frame.id)
        const place = places.find((one) => one.bridge === bridge && one.name === frame.sensor)
        if (place && !isAwaited(place, frame))
          await attempt(frame.id, () => intake.fromBridge(place, frame, late))
      }
    }
    return offered
  }

  async function look() {
    try {
      const offered = await takeFrames()
      for (const row of await framesWithoutImage(unscopedDb))
        if (!offered.has(row.frameId)) await attempt(row.frameId, () => intake.fromRow(row, late))
    } catch (error) {
      // The database is away for a moment: nothing is acknowledged meanwhile.
      log.warn({ err: error }, 'frames not looked for')
    }
  }

  function wake(): Promise<void> {
    isWanted = true
    looking ??= lookOn().finally(() => (looking = undefined))
    return looking
  }

  async function lookOn() {
    clearTimeout(timer)
    while (isWanted && !isStopped) {
      isWanted = false
      await look()
    }
    if (!isStopped) timer = setTimeout(() => void wake(), everyMs).unref()
  }

  return {
    start: () => void wake(),
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
