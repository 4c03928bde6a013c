import { availableParallelism } from 'node:os'
import type { Species } from '@talus/contract'
import { frameMismatches } from './process-protocol.ts'
import type {
  FrameDescription,
  FramePreview,
  ProcessedFrame,
  ProcessProtocol,
} from './process-protocol.ts'
import { createWorkerPool } from './worker-pool.ts'
import type { PoolLoad, PoolSettings } from './worker-pool.ts'

export interface FrameToProcess {
  /** Several presets of one frame are faster with an ID, because it is prepared once. */
  readonly id?: string | undefined
  readonly width: number
  readonly height: number
  readonly bits: number
  /** The rows that arrived; those below have no counts. By default all of them. */
  readonly receivedRows?: number | undefined
  /** In millimetres; null if the vendor does not state it. */
  readonly pitch: number | null
  /**
   * Reads the 16-bit little-endian counts, one for each pixel; called when a worker is free. A
   * whole buffer is transferred and unusable for the caller afterwards, a part of one is copied.
   */
  readonly bytes: () => Promise<Uint8Array>
  /** As received from the bridge. */
  readonly calibration: unknown
  readonly species: Species
  readonly bodyPart: string
  /** The ID of a processing preset; the first fitting one if omitted. */
  readonly preset?: string | undefined
}

/** A sensor whose frames are expected. */
export interface PanelToWarm {
  readonly width: number
  readonly height: number
  readonly calibration: unknown
}

/**
 * Processes detector frames to images in worker threads. Fails with a `FrameMismatch` (the counts
 * do not match the size) or a `WorkerFault`; a calibration that is not understood is logged.
 */
export interface ProcessPool {
  /** With `onPreview` the preview is processed first, and the task goes before those without. */
  process(
    frame: FrameToProcess,
    onPreview?: (preview: FramePreview) => void,
  ): Promise<ProcessedFrame>
  /** A JPEG of the frame with its preset. */
  renderJpeg(frame: FrameToProcess, longestEdge: number): Promise<Uint8Array>
  /**
   * Prepares for the next frame, so that its preview waits neither for a thread to start, nor for
   * its code, nor for the calibration of this panel or of the last used ones.
   */
  warm(panel?: PanelToWarm): Promise<void>
  close(): Promise<void>
  readLoad(): PoolLoad
  /** Number of running workers. */
  readonly running: number
}

export interface ProcessPoolSettings extends Partial<PoolSettings> {
  /**
   * Stores panel calibrations, which take seconds to compute; without it they are in memory only.
   */
  readonly cacheFolder?: string | undefined
  readonly log?: { readonly warn: (detail: object, message: string) => void } | undefined
}

const defaults: PoolSettings = {
  script: new URL('./process-worker.ts', import.meta.url),
  // Each worker uses some hundred megabytes; a clinic makes one exposure at a time.
  size: availableParallelism() > 4 ? 2 : 1,
  // Includes computing a calibration on a slow, busy computer.
  timeLimitMs: 60_000,
  // As long as a sensor usually stays armed.
  idleMs: 120_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

export function startProcessPool(settings: ProcessPoolSettings = {}): ProcessPool {
  const { cacheFolder, log, ...others } = settings
  const pool = createWorkerPool<ProcessProtocol>({ ...defaults, ...others }, frameMismatches)

  // As in render-pool.ts, the main thread must load sharp before a worker does.
  const loadSharp = () => import('sharp')
  const logNote = ({ note }: { readonly note: string }) =>
    log?.warn({ note }, 'processing of a frame')
  const loadFrame = async (frame: FrameToProcess) => ({
    frame: toDescription(frame),
    bytes: await frame.bytes(),
    cacheFolder,
  })

  return {
    async process(frame, onPreview) {
      await loadSharp()
      const withPreview = onPreview !== undefined
      return pool.run('process', {
        payload: async () => ({ ...(await loadFrame(frame)), withPreview }),
        onProgress: (progress) => {
          if ('note' in progress) return logNote(progress)
          try {
            onPreview?.(progress.preview)
          } catch (error) {
            // A preview that cannot be delivered must not cost the image.
            log?.warn({ err: error }, 'a preview was not shown')
          }
        },
        isUrgent: withPreview,
      })
    },
    async renderJpeg(frame, longestEdge) {
      await loadSharp()
      return pool.run('renderJpeg', {
        payload: async () => ({ ...(await loadFrame(frame)), longestEdge }),
        onProgress: logNote,
      })
    },
    async warm({ width, height, calibration } = { width: 0, height: 0, calibration: undefined }) {
      await loadSharp()
      const panel = width && height ? { width, height, calibration } : undefined
      await pool.run('warm', { payload: () => ({ panel, cacheFolder }), onProgress: logNote })
    },
    close: () => pool.close(),
    readLoad: pool.readLoad,
    get running() {
      return pool.running
    },
  }
}

/** Without the functions, which cannot be sent to a thread. */
const toDescription = (frame: FrameToProcess): FrameDescription => ({
  id: frame.id,
  width: frame.width,
  height: frame.height,
  bits: frame.bits,
  receivedRows: frame.receivedRows,
  calibration: frame.calibration,
  species: frame.species,
  bodyPart: frame.bodyPart,
  preset: frame.preset,
})
