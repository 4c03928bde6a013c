import { availableParallelism } from 'node:os'
import type { Species } from '@talus/contract'
import { FrameMismatch } from '@talus/imaging/processing'
import type {
  FrameDescription,
  FramePreview,
  ProcessedFrame,
  ProcessResponse,
  ProcessTask,
} from './process-messages.ts'
import { createWorkerPool } from './worker-pool.ts'
import type { PoolSettings } from './worker-pool.ts'

export interface FrameToProcess {
  /** Several presets of one frame are faster with an ID, because it is prepared once. */
  readonly id?: string | undefined
  readonly width: number
  readonly height: number
  readonly bits: number
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
  readonly look?: string | undefined
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

const noBytes = () => new Uint8Array()

export function startProcessPool(settings: ProcessPoolSettings = {}): ProcessPool {
  const { cacheFolder, log, ...others } = settings
  const pool = createWorkerPool({ ...defaults, ...others })

  async function runTask(
    message: ProcessTask,
    bytes: () => Uint8Array | Promise<Uint8Array>,
    onPreview?: (preview: FramePreview) => void,
  ): Promise<ProcessResponse> {
    // As in render-pool.ts, the main thread must load sharp before a worker does.
    await import('sharp')
    const onProgress = (progress: unknown) => {
      try {
        onPreview?.(progress as FramePreview)
      } catch (error) {
        // A preview that cannot be delivered must not cost the image.
        log?.warn({ err: error }, 'a preview was not shown')
      }
    }
    const task = { message, bytes, onProgress, isUrgent: onPreview !== undefined }
    const answer = (await pool.run(task)) as ProcessResponse
    for (const note of answer.notes) log?.warn({ note }, 'processing of a frame')
    return answer
  }

  return {
    async process(frame, onPreview) {
      const withPreview = onPreview !== undefined
      const message = {
        kind: 'process',
        frame: toDescription(frame),
        withPreview,
        cacheFolder,
      } as const
      const answer = await runTask(message, frame.bytes, onPreview)
      if (answer.kind === 'process') return answer.result
      throw toMismatch(answer)
    },
    async renderJpeg(frame, longestEdge) {
      const message = {
        kind: 'jpeg',
        frame: toDescription(frame),
        longestEdge,
        cacheFolder,
      } as const
      const answer = await runTask(message, frame.bytes)
      if (answer.kind === 'jpeg') return answer.result
      throw toMismatch(answer)
    },
    async warm(frame) {
      const { width, height, calibration } = frame ?? {}
      const panel = width && height ? { width, height, calibration } : undefined
      await runTask({ kind: 'warm', panel, cacheFolder }, noBytes)
    },
    close: () => pool.close(),
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
  calibration: frame.calibration,
  species: frame.species,
  bodyPart: frame.bodyPart,
  look: frame.look,
})

const toMismatch = (answer: ProcessResponse) =>
  new FrameMismatch(answer.kind === 'mismatch' ? answer.message : `an answer of ${answer.kind}`)
