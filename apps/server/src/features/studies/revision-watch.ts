import { runOutsideRequests } from '../../telemetry/request-context.ts'

type LoadRevisions<Id> = (ids: readonly Id[]) => Promise<ReadonlyMap<Id, number>>

interface Watcher<Id> {
  readonly id: Id
  readonly notify: (revision: number) => void
  lastRevision: number | undefined
}

const pollMs = 1000

/**
 * Notifies watchers when the revision of a record changes, whichever server changed it: of a clinic,
 * or of the drawings of a study. One query per second serves all watchers, and none runs without
 * watchers. `wake` notifies of a change of this server without waiting for that query.
 */
export class RevisionWatch<Id> {
  readonly #loadRevisions: LoadRevisions<Id>
  readonly #watchers = new Set<Watcher<Id>>()
  #timer: NodeJS.Timeout | undefined
  #isPolling = false
  #isPollRequested = false

  constructor(loadRevisions: LoadRevisions<Id>) {
    this.#loadRevisions = loadRevisions
  }

  /** Notifies with the current revision at once. Returns a function that ends the subscription. */
  watch(id: Id, notify: Watcher<Id>['notify']): () => void {
    const watcher: Watcher<Id> = { id, notify, lastRevision: undefined }
    this.#watchers.add(watcher)
    void this.#poll()
    return () => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size === 0) clearTimeout(this.#timer)
    }
  }

  /** Loads the revisions now, after a change that this server has made. */
  wake(): void {
    if (this.#watchers.size > 0) void this.#poll()
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
    if (this.#watchers.size === 0) return
    this.#timer = runOutsideRequests(() => setTimeout(() => void this.#poll(), pollMs).unref())
  }

  async #notifyAll(): Promise<void> {
    const watchers = [...this.#watchers]
    if (watchers.length === 0) return
    // An unavailable database is queried again in a second.
    const revisions = await this.#loadRevisions([...new Set(watchers.map(({ id }) => id))]).catch(
      () => undefined,
    )
    if (!revisions) return
    for (const watcher of watchers) {
      const revision = revisions.get(watcher.id) ?? 0
      if (revision === watcher.lastRevision || !this.#watchers.has(watcher)) continue
      watcher.lastRevision = revision
      watcher.notify(revision)
    }
  }
}
