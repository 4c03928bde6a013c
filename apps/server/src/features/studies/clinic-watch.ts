import type { ClinicId } from '@talus/contract'

type Look = (clinicIds: readonly ClinicId[]) => Promise<ReadonlyMap<ClinicId, number>>

interface Watcher {
  readonly clinicId: ClinicId
  readonly tell: (revision: number) => void
  known: number | undefined
}

const everyMs = 1000

/**
 * Tells when a clinic's revision has changed, whichever server changed it: one look at the database
 * each second for all who watch, and none while nobody does.
 */
export class ClinicWatch {
  readonly #look: Look
  readonly #watchers = new Set<Watcher>()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #isWanted = false

  constructor(look: Look) {
    this.#look = look
  }

  /** Tells the revision of now at once. Returns what ends the watching. */
  watch(clinicId: ClinicId, tell: Watcher['tell']): () => void {
    const watcher: Watcher = { clinicId, tell, known: undefined }
    this.#watchers.add(watcher)
    void this.#lookNow()
    return () => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size === 0) clearTimeout(this.#timer)
    }
  }

  async #lookNow(): Promise<void> {
    this.#isWanted = true
    if (this.#isLooking) return
    this.#isLooking = true
    clearTimeout(this.#timer)
    while (this.#isWanted) {
      this.#isWanted = false
      await this.#tellAll()
    }
    this.#isLooking = false
    if (this.#watchers.size > 0)
      this.#timer = setTimeout(() => void this.#lookNow(), everyMs).unref()
  }

  async #tellAll(): Promise<void> {
    const watchers = [...this.#watchers]
    if (watchers.length === 0) return
    // A database that is away for a moment is asked again in a second.
    const revisions = await this.#look([
      ...new Set(watchers.map(({ clinicId }) => clinicId)),
    ]).catch(() => undefined)
    if (!revisions) return
    for (const watcher of watchers) {
      const revision = revisions.get(watcher.clinicId) ?? 0
      if (revision === watcher.known || !this.#watchers.has(watcher)) continue
      watcher.known = revision
      watcher.tell(revision)
    }
  }
}
