import { refuse } from '@talus/contract'

export interface DownloadLimits {
  readonly perReader: number
  readonly total: number
}

/**
 * Two per user, because the first may be a connection that died unnoticed; and a total that a
 * server with the memory of a clinic's PC can serve besides its other work.
 */
const defaultLimits: DownloadLimits = { perReader: 2, total: 16 }
const retryAfterSeconds = 30

/** The running downloads of this process, each with its abort controller. */
export class RunningDownloads {
  readonly #running = new Map<AbortController, number>()
  readonly #limits: DownloadLimits

  constructor(limits = defaultLimits) {
    this.#limits = limits
  }

  /** Starts a download for a user, or for another id of the reader. */
  begin(readerId: number): AbortController {
    const ofReader = [...this.#running.values()].filter((running) => running === readerId)
    if (ofReader.length >= this.#limits.perReader || this.#running.size >= this.#limits.total)
      refuse('download/too-many', { retryAfterSeconds })
    const download = new AbortController()
    this.#running.set(download, readerId)
    return download
  }

  end(download: AbortController): void {
    this.#running.delete(download)
  }

  /** Aborts all downloads: a server that stops does not wait hours for a zip. */
  endAll(): void {
    for (const download of this.#running.keys()) download.abort()
  }
}
