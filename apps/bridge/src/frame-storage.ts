import type { BridgeFault, ExposureTechnique, FrameInfo } from '@talus/contract'
import type { SensorFrame } from '@talus/devices'
import { getErrorCode } from '@talus/node-kit/error-code'
import { createFrameId } from './disk/spool.ts'
import type { SensorSessionSettings } from './sensor-session.ts'

export interface KeptFrame {
  readonly frame: SensorFrame
  readonly captureId: string | null
  /** Undefined for a frame that is in the spool already. */
  readonly newInfo: FrameInfo | undefined
}

interface FrameStorageHooks {
  /** The technique that the generator reported at the radiation. */
  readonly technique: () => ExposureTechnique | null
  readonly onKept: (kept: KeptFrame) => void
  readonly onFault: (fault: BridgeFault, captureId: string | null) => void
}

const retryMs = 2000

/** Stores the frames of a sensor one after the other and repeats a store until it succeeds. */
export function createFrameStorage(settings: SensorSessionSettings, hooks: FrameStorageHooks) {
  const { name, driver, timing, spool, reserve, captures, generator, log } = settings
  let storing: Promise<void> = Promise.resolve()

  async function store(frame: SensorFrame, owner: string | null, isLate: boolean) {
    const { exposureId, bytes, ...description } = frame
    const captureId = frame.captureId ?? owner
    for (;;) {
      try {
        const context = await captures.readContext(captureId)
        const technique = hooks.technique()
        const { info, isNew } = await spool.store(
          {
            ...description,
            id: createFrameId(name, exposureId),
            sensor: name,
            captureId,
            context,
            technique: frame.technique ?? technique,
            generator: technique && generator,
            isRecovered: isLate,
            source: driver.about.driver,
          },
          bytes,
        )
        hooks.onKept({ frame, captureId, newInfo: isNew ? info : undefined })
        return
      } catch (error) {
        await waitAfterFailure(error, captureId)
      }
    }
  }

  /**
   * Waits before the next attempt; the frame stays in memory and in the sensor until it is on the
   * disk.
   */
  async function waitAfterFailure(error: unknown, captureId: string | null) {
    const code = getErrorCode(error)
    log('frame-not-kept', { sensor: name, code, reason: String(error) })
    await reserve.release().catch(() => undefined)
    hooks.onFault(code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'driver-error', captureId)
    await new Promise<void>((resolve) => void timing.after(retryMs, resolve))
  }

  return {
    store: (frame: SensorFrame, owner: string | null, isLate: boolean): void => {
      storing = storing.then(() => store(frame, owner, isLate))
    },
    /** Resolves when all frames are on the disk. */
    idle: () => storing,
  }
}
