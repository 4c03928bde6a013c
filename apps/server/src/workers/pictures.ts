import { availableParallelism } from 'node:os'
import type { Window } from '@talus/dicom'
import { resultOf } from './dicom-answers.ts'
import type { PictureAnswer, PictureTask, Viewport } from './picture-messages.ts'
import type { SharedMemory } from './shared-memory.ts'
import { workerPool } from './worker-pool.ts'
import type { PoolSettings, Task } from './worker-pool.ts'

export interface JpegOptions {
  /** Counts from 0. */
  readonly frame?: number | undefined
  /** In pixels; the picture is made smaller until it fits, never larger. */
  readonly longestEdge?: number | undefined
  /** 1 to 100. */
  readonly quality?: number | undefined
  /** Work that waits is left out; the result of work that has begun is thrown away. */
  readonly signal?: AbortSignal | undefined
}

export interface PictureOptions extends JpegOptions {
  /** In the place of the one that the file wishes for. */
  readonly window?: Window | undefined
  readonly viewport?: Viewport | undefined
  readonly format?: 'jpeg' | 'png' | undefined
}

/** A whole DICOM file; or how to get it, which is asked for when a worker is free. */
export type DicomSource = Uint8Array | (() => Promise<Uint8Array>)

/** Of a file that has to be the one that was stored; empty where its hash is not known. */
export interface StoredPictureOptions extends PictureOptions {
  readonly sha256: string
}

export interface Pictures {
  /**
   * A picture of a file, as it is meant to be seen. The bytes are handed over: whoever wants to use
   * them afterwards gives a copy. Fails with a `DicomFault` of the file or a `WorkerFault`.
   */
  renderJpeg(source: DicomSource, options?: JpegOptions): Promise<Uint8Array>
  /** The same with more to say about how it is seen. */
  render(source: DicomSource, options?: PictureOptions): Promise<Uint8Array>
  /**
   * Out of memory that is lent to the worker and given back afterwards. Undefined where the file is not
   * the one that was stored: the worker looks, while the picture is encoded.
   */
  renderStored(
    source: () => Promise<SharedMemory>,
    options: StoredPictureOptions,
  ): Promise<Uint8Array | undefined>
  close(): Promise<void>
  /** How many workers there are. */
  readonly running: number
}

const defaults: PoolSettings = {
  script: new URL('./picture-worker.ts', import.meta.url),
  size: Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeLimitMs: 20_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Makes pictures in threads of their own: decoding one takes as long as a hundred requests. */
export function startPictures(settings: Partial<PoolSettings> = {}): Pictures {
  const pool = workerPool({ ...defaults, ...settings })
  async function run(bytes: Task['bytes'], options: PictureOptions, sha256?: string) {
    // The manual of sharp: on some platforms its library must be loaded by the main thread before
    // a worker loads it, or it is gone with the first worker that ends.
    await import('sharp')
    const { frame, longestEdge, quality = 90, signal, window, viewport, format = 'jpeg' } = options
    const message: PictureTask = { frame, longestEdge, quality, window, viewport, format, sha256 }
    return (await pool.run({ message, bytes, signal })) as PictureAnswer
  }

  const render: Pictures['render'] = async (source, options = {}) => {
    const picture = resultOf(
      await run(typeof source === 'function' ? source : () => source, options),
    )
    if (!picture) throw new Error('a picture was refused whose file has no hash')
    return picture
  }

  const renderStored: Pictures['renderStored'] = async (source, { sha256, ...options }) => {
    let lent: SharedMemory | undefined
    const bytes = async () => {
      lent = await source()
      return lent.bytes
    }
    const answer = await run(bytes, options, sha256 || undefined)
    // Only now: the work goes on in a worker whose picture nobody waits for any more.
    lent?.giveBack()
    return resultOf(answer)
  }

  return {
    render,
    renderStored,
    renderJpeg: render,
    close: () => pool.close(),
    get running() {
      return pool.running
    },
  }
}
