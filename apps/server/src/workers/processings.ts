import { availableParallelism } from 'node:os'
import type { Species } from '@talus/contract'
import { FrameMismatch } from '@talus/imaging/processing'
import type {
  FrameDescription,
  FramePreview,
  ProcessedFrame,
  ProcessingAnswer,
  ProcessingTask,
} from './processing-messages.ts'
import { workerPool } from './worker-pool.ts'
import type { PoolSettings } from './worker-pool.ts'

export interface FrameToProcess {
  /** Whoever says which frame it is has several looks of it sooner: it is prepared once. */
  readonly id?: string | undefined
  readonly width: number
  readonly height: number
  readonly bits: number
  /** Millimetres; the vendor may not say. */
  readonly pitch: number | null
  /**
   * 16 bit little endian, as many as the frame has pixels. Asked for when a worker is free; a whole
   * buffer is handed over and gone for the caller, a part of one is copied.
   */
  readonly bytes: () => Promise<Uint8Array>
  /** As the bridge told it. */
  readonly calibration: unknown
  readonly species: Species
  readonly bodyPart: string
  /** The id of a preset; the first fitting one where it is left out. */
  readonly look?: string | undefined
}

/** A sensor whose frames are expected. */
export interface PanelToWarm {
  readonly width: number
  readonly height: number
  readonly calibration: unknown
}

/**
 * From frames to images, in threads of their own. What fails is a `FrameMismatch` (the counts are no
 * frame of that size) or a `WorkerFault`; a calibration that is not understood is told to the log.
 */
export interface Processings {
  /** With a listener the preview comes first, and before all work that nobody waits for so. */
  process(
    frame: FrameToProcess,
    onPreview?: (preview: FramePreview) => void,
  ): Promise<ProcessedFrame>
  /** A JPEG of that look. */
  picture(frame: FrameToProcess, longestEdge: number): Promise<Uint8Array>
  /**
   * Makes ready for the next frame, so that its preview does not wait for a thread, for its code and
   * for the calibration: of this panel, or of those that were used last.
   */
  warm(panel?: PanelToWarm): Promise<void>
  close(): Promise<void>
  /** How many workers there are. */
  readonly running: number
}

export interface ProcessingSettings extends Partial<PoolSettings> {
  /** For the calibrations of panels: each takes seconds to make. In memory only without it. */
  readonly cacheFolder?: string | undefined
  readonly log?: { readonly warn: (detail: object, message: string) => void } | undefined
}

const defaults: PoolSettings = {
  script: new URL('./processing-worker.ts', import.meta.url),
  // Each holds some hundred megabytes while it works; a room has one exposure at a time.
  size: availableParallelism() > 4 ? 2 : 1,
  // A calibration is made within it, on a slow machine that does other work as well.
  timeLimitMs: 60_000,
  // As long as a sensor is mostly armed for.
  idleMs: 120_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

const nothing = () => new Uint8Array()

export function startProcessings(settings: ProcessingSettings = {}): Processings {
  const { cacheFolder, log, ...others } = settings
  const pool = workerPool({ ...defaults, ...others })

  async function ask(
    message: ProcessingTask,
    bytes: () => Uint8Array | Promise<Uint8Array>,
    onPreview?: (preview: FramePreview) => void,
  ): Promise<ProcessingAnswer> {
    // As for pictures: the main thread loads this library before a worker does.
    await import('sharp')
    const onProgress = (progress: unknown) => {
      try {
        onPreview?.(progress as FramePreview)
      } catch (error) {
        // A preview that reaches nobody must not cost the image.
        log?.warn({ err: error }, 'a preview was not shown')
      }
    }
    const task = { message, bytes, onProgress, isUrgent: onPreview !== undefined }
    const answer = (await pool.run(task)) as ProcessingAnswer
    for (const note of answer.notes) log?.warn({ note }, 'processing of a frame')
    return answer
  }

  return {
    async process(frame, onPreview) {
      const withPreview = onPreview !== undefined
      const message = {
        kind: 'process',
        frame: described(frame),
        withPreview,
        cacheFolder,
      } as const
      const answer = await ask(message, frame.bytes, onPreview)
      if (answer.kind === 'process') return answer.result
      throw faultOf(answer)
    },
    async picture(frame, longestEdge) {
      const message = {
        kind: 'picture',
        frame: described(frame),
        longestEdge,
        cacheFolder,
      } as const
      const answer = await ask(message, frame.bytes)
      if (answer.kind === 'picture') return answer.result
      throw faultOf(answer)
    },
    async warm(frame) {
      const { width, height, calibration } = frame ?? {}
      const panel = width && height ? { width, height, calibration } : undefined
      await ask({ kind: 'warm', panel, cacheFolder }, nothing)
    },
    close: () => pool.close(),
    get running() {
      return pool.running
    },
  }
}

/** Functions cannot be sent to a thread. */
const described = (frame: FrameToProcess): FrameDescription => ({
  id: frame.id,
  width: frame.width,
  height: frame.height,
  bits: frame.bits,
  calibration: frame.calibration,
  species: frame.species,
  bodyPart: frame.bodyPart,
  look: frame.look,
})

const faultOf = (answer: ProcessingAnswer) =>
  new FrameMismatch(answer.kind === 'mismatch' ? answer.message : `an answer of ${answer.kind}`)
