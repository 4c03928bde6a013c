import { availableParallelism } from 'node:os'
import { DicomFault } from '@talus/dicom'
import type { FrameApart, VoiWindow } from '@talus/dicom'
import { fileFaults } from './file-faults.ts'
import type { PresentedView, RenderProtocol, Viewport } from './render-protocol.ts'
import type { SharedBuffer } from './shared-buffer-pool.ts'
import { createWorkerPool } from './worker-pool.ts'
import type { PoolLoad, PoolSettings } from './worker-pool.ts'

export interface JpegOptions {
  /** Counts from 0. */
  readonly frame?: number | undefined
  /** In pixels; the image is scaled down to fit, never up. */
  readonly longestEdge?: number | undefined
  /** 1 to 100. */
  readonly quality?: number | undefined
  /** Removes a queued task; the result of a running one is discarded. */
  readonly signal?: AbortSignal | undefined
}

export interface ImageRenderOptions extends JpegOptions {
  /** Replaces the VOI window of the file. */
  readonly window?: VoiWindow | undefined
  readonly viewport?: Viewport | undefined
  readonly presented?: PresentedView | undefined
  /** A VOI LUT of the file, counted from 0, in place of its window. */
  readonly voiLut?: number | undefined
  readonly isInverted?: boolean | undefined
  readonly format?: 'jpeg' | 'png' | undefined
}

/** A whole DICOM file, or a function that reads it, called when a worker is free. */
export type DicomSource = Uint8Array | (() => Promise<Uint8Array>)

/** `sha256` is the hash of the stored file; empty if it is not known. */
export interface StoredRenderOptions extends ImageRenderOptions {
  readonly sha256: string
}

export interface RenderPool {
  /**
   * Renders a file with its VOI window. The bytes are transferred to the worker: a caller that
   * needs them afterwards passes a copy. Fails with a `DicomFault` of the file or a `WorkerFault`.
   */
  renderJpeg(source: DicomSource, options?: JpegOptions): Promise<Uint8Array>
  /** Renders with additional options for window, viewport and format. */
  render(source: DicomSource, options?: ImageRenderOptions): Promise<Uint8Array>
  /**
   * Renders from a pooled shared buffer, which is released afterwards. Undefined if the file does
   * not have the expected hash, which the worker verifies while the image is encoded.
   */
  renderStored(
    source: () => Promise<SharedBuffer>,
    options: StoredRenderOptions,
  ): Promise<Uint8Array | undefined>
  /** Renders from the header of a file and one frame, whose file was verified before. */
  renderApart(
    source: () => Promise<Uint8Array>,
    apart: FrameApart,
    options: ImageRenderOptions,
  ): Promise<Uint8Array | undefined>
  close(): Promise<void>
  readLoad(): PoolLoad
  /** Number of running workers. */
  readonly running: number
}

const defaults: PoolSettings = {
  script: new URL('./render-worker.ts', import.meta.url),
  size: Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeLimitMs: 20_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

/** Renders images in worker threads: decoding one takes as long as a hundred requests. */
export function startRenderPool(settings: Partial<PoolSettings> = {}): RenderPool {
  const pool = createWorkerPool<RenderProtocol>({ ...defaults, ...settings }, fileFaults)
  async function run(
    loadFile: () => Promise<Uint8Array>,
    options: ImageRenderOptions,
    { sha256, apart }: { readonly sha256?: string | undefined; readonly apart?: FrameApart } = {},
  ) {
    // According to the manual of sharp, on some platforms the main thread must load its library
    // before a worker does, or it is unloaded with the first worker that ends.
    await import('sharp')
    const { frame, longestEdge, quality = 90, signal, window, viewport, format = 'jpeg' } = options
    const { presented, voiLut, isInverted = false } = options
    const shown = { window, voiLut, isInverted, viewport, presented }
    const task = { ...shown, frame, longestEdge, quality, format, sha256, apart }
    return pool.run('render', {
      payload: async () => ({ ...task, bytes: await loadFile() }),
      signal,
    })
  }

  const render: RenderPool['render'] = async (source, options = {}) => {
    const image = await run(typeof source === 'function' ? source : async () => source, options)
    if (!image) throw new Error('a picture was refused whose file has no hash')
    return image
  }

  const renderStored: RenderPool['renderStored'] = async (source, { sha256, ...options }) => {
    let buffer: SharedBuffer | undefined
    const loadFile = async () => {
      buffer = await source()
      return buffer.bytes
    }
    try {
      const image = await run(loadFile, options, { sha256: sha256 || undefined })
      buffer?.release()
      return image
    } catch (error) {
      // A fault of the file is the worker's answer. After an abort it still reads the buffer.
      if (error instanceof DicomFault) buffer?.release()
      throw error
    }
  }

  return {
    render,
    renderStored,
    renderJpeg: render,
    renderApart: (source, apart, options) =>
      run(source, { ...options, frame: apart.frame }, { apart }),
    close: () => pool.close(),
    readLoad: pool.readLoad,
    get running() {
      return pool.running
    },
  }
}
