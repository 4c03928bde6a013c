import type { ClinicId } from '@talus/contract'

type LoadRevisions = (clinicIds: readonly ClinicId[]) => Promise<ReadonlyMap<ClinicId, number>>

interface Watcher {
  readonly clinicId: ClinicId
  readonly notify: (revision: number) => void
  lastRevision: number | undefined
}

const pollMs = 1000

/**
 * Notifies watchers when the revision of a clinic changes, whichever server changed it. One query
 * per second serves all watchers, and none runs without watchers.
 */
export class ClinicWatch {
  readonly #loadRevisions: LoadRevisions
  readonly #watchers = new Set<Watcher>()
  #timer: NodeJS.Timeout | undefined
  #isPolling = false
  #isPollRequested = false

  constructor(loadRevisions: LoadRevisions) {
    this.#loadRevisions = loadRevisions
  }

  /** Notifies with the current revision at once. Returns a function that ends the subscription. */
  watch(clinicId: ClinicId, notify: Watcher['notify']): () => void {
    const watcher: Watcher = { clinicId, notify, lastRevision: undefined }
    this.#watchers.add(watcher)
    void this.#poll()
    return () => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size === 0) clearTimeout(this.#timer)
    }
  }

  async #poll(): Promise<void> {
    this.#isPollRequested = true
    if (this.#isPolling) return
    this.#isPolling = true
    clearTimeout(this.#timer)
    while (this.#isPollRequested) {
      this.#isPollRequested = false
      await this.#notifyAll()
    }
    this.#isPolling = false
    if (this.#watchers.size > 0) this.#timer = setTimeout(() => void this.#poll(), pollMs).unref()
  }

  async #notifyAll(): Promise<void> {
    const watchers = [...this.#watchers]
    if (watchers.length === 0) return
    // An unavailable database is queried again in a second.
    const revisions = await this.#loadRevisions([
      ...new Set(watchers.map(({ clinicId }) => clinicId)),
    ]).catch(() => undefined)
    if (!revisions) return
    for (const watcher of watchers) {
      const revision = revisions.get(watcher.clinicId) ?? 0
      if (revision === watcher.lastRevision || !this.#watchers.has(watcher)) continue
      watcher.lastRevision = revision
      watcher.notify(revision)
    }
  }
}
