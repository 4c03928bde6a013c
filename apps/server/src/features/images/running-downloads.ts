import { refuse } from '@talus/contract'

export interface DownloadLimits {
  readonly perReader: number
  readonly inAll: number
}

/**
 * A second one, because the first may be a connection that died unnoticed; and in all so many that
 * a server with the memory of a clinic's PC serves them and its other work.
 */
const ofStaff: DownloadLimits = { perReader: 2, inAll: 16 }
const retryAfterSeconds = 30

/** The downloads of this process, each with the means to end it. */
export class RunningDownloads {
  readonly #running = new Map<AbortController, number>()
  readonly #limits: DownloadLimits

  constructor(limits = ofStaff) {
    this.#limits = limits
  }

  /** For a user, or whatever else the reader is known by. */
  begin(readerId: number): AbortController {
    const own = [...this.#running.values()].filter((running) => running === readerId)
    if (own.length >= this.#limits.perReader || this.#running.size >= this.#limits.inAll)
      refuse('download/too-many', { retryAfterSeconds })
    const download = new AbortController()
    this.#running.set(download, readerId)
    return download
  }

  ended(download: AbortController): void {
    this.#running.delete(download)
  }

  /** A server that is told to stop does not wait hours for a zip. */
  endAll(): void {
    for (const download of this.#running.keys()) download.abort()
  }
}
