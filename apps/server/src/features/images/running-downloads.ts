import { refuse } from '@talus/contract'
import type { UserId } from '@talus/contract'

/**
 * A second one, because the first may be a connection that died unnoticed; and in all so many that
 * a server with the memory of a clinic's PC serves them and its other work.
 */
const perUser = 2
const inAll = 16
const retryAfterSeconds = 30

/** The downloads of this process, each with the means to end it. */
export class RunningDownloads {
  readonly #running = new Map<AbortController, UserId>()

  begin(userId: UserId): AbortController {
    const own = [...this.#running.values()].filter((running) => running === userId)
    if (own.length >= perUser || this.#running.size >= inAll)
      refuse('download/too-many', { retryAfterSeconds })
    const download = new AbortController()
    this.#running.set(download, userId)
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
