import { reportFaultCodec } from './report-faults.ts'
import type {
  EncodedPicture,
  PrintableCase,
  PrintableReport,
  ReportProtocol,
} from './report-protocol.ts'
import { createWorkerPool } from './worker-pool.ts'
import type { PoolLoad, PoolSettings } from './worker-pool.ts'

/** Makes PDFs and encodes pictures; fails with a `ReportFault` of the content or a `WorkerFault`. */
export interface ReportPool {
  /** Starts a worker and loads the fonts, so that the PDF of a report that is being written is quick. */
  warm(): void
  encodePicture(bytes: Uint8Array): Promise<EncodedPicture>
  encodeAttachedPicture(bytes: Uint8Array): Promise<EncodedPicture>
  encodeLogo(bytes: Uint8Array): Promise<EncodedPicture>
  encodeThumbnail(bytes: Uint8Array): Promise<EncodedPicture>
  createPdf(report: PrintableReport): Promise<Uint8Array>
  createCasePdf(report: PrintableCase): Promise<Uint8Array>
  close(): Promise<void>
  readLoad(): PoolLoad
}

const defaults: PoolSettings = {
  script: new URL('./report-worker.ts', import.meta.url),
  // A clinic makes few reports at a time, and the fonts of each thread take memory.
  size: 2,
  timeLimitMs: 20_000,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
}

export function startReportPool(settings: Partial<PoolSettings> = {}): ReportPool {
  const pool = createWorkerPool<ReportProtocol>({ ...defaults, ...settings }, reportFaultCodec)
  // According to the manual of sharp, the main thread must load its library before a worker does.
  const load = () => import('sharp')
  return {
    warm: () => {
      // A worker that cannot start reports it with the PDF.
      const failed = () => undefined
      void load()
        .then(() => pool.run('loadFonts', { payload: () => ({}) }))
        .catch(failed)
    },
    encodePicture: async (bytes) => {
      await load()
      return pool.run('encodePicture', { payload: () => ({ bytes }) })
    },
    encodeAttachedPicture: async (bytes) => {
      await load()
      return pool.run('encodeAttachedPicture', { payload: () => ({ bytes }) })
    },
    encodeLogo: async (bytes) => {
      await load()
      return pool.run('encodeLogo', { payload: () => ({ bytes }) })
    },
    encodeThumbnail: async (bytes) => {
      await load()
      return pool.run('encodeThumbnail', { payload: () => ({ bytes }) })
    },
    createCasePdf: async (report) => {
      await load()
      return pool.run('createCasePdf', { payload: () => report })
    },
    createPdf: async (report) => {
      await load()
      return pool.run('createPdf', { payload: () => report })
    },
    close: () => pool.close(),
    readLoad: pool.readLoad,
  }
}
