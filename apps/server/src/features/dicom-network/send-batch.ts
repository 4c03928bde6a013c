import { setTimeout as sleep } from 'node:timers/promises'
import type { DicomSendId, DicomServer, DicomServerId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import type { OpenAssociation } from '../../dimse/index.ts'
import type { FileStore } from '../../files/index.ts'
import type { Clock, Logger } from '../../jobs/define-job.ts'
import type { Transcodings } from '../../workers/index.ts'
import { openTo, storeImage } from './send-association.ts'
import type { PeerDeps } from './send-association.ts'
import * as claims from './send-claims.queries.ts'
import type { Claim, Planned } from './send-claims.queries.ts'
import { fitting } from './send-contexts.ts'
import type { Form } from './send-contexts.ts'
import { formOf } from './send-data-set.ts'
import { unforeseen, verdictOnOpening, verdictOnStoring } from './send-verdict.ts'
import type { Verdict } from './send-verdict.ts'

export interface BatchDeps extends PeerDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly transcodings: Transcodings
  readonly clock: Clock
  readonly log: Logger
  /** No image is begun any more. */
  readonly stopping: AbortSignal
  /** What is under way ends at once. */
  readonly stopped: AbortSignal
}

/** So many images go over one association: settings that were changed are used after that. */
const batchMax = 200

interface Ready {
  readonly image: Planned
  readonly form: Form | undefined
  /** Why it has no form. */
  readonly error: unknown
}

async function readyImage(files: FileStore, image: Planned): Promise<Ready> {
  try {
    return { image, form: await formOf(files, image), error: undefined }
  } catch (error) {
    return { image, form: undefined, error }
  }
}

const noteTries = 5

/** The peer has it: losing the note of that to a hiccup of the database would send it twice. */
async function persistently<Result>(note: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await note()
    } catch (error) {
      if (attempt === noteTries) throw error
      await sleep(100 * 2 ** attempt)
    }
  }
}

/** Sends what a server is due over one association. False where there was nothing to do. */
export async function sendBatch(deps: BatchDeps, serverId: DicomServerId): Promise<boolean> {
  const { unscopedDb, clock } = deps
  const batch = await claims.claim(unscopedDb, serverId, { now: clock(), limit: batchMax })
  if (!batch) return false
  const sender = new Sender(deps, batch.server, batch.claimed)
  await sender.send(batch.images)
  return true
}

class Sender {
  readonly #deps: BatchDeps
  readonly #server: DicomServer
  readonly #peer
  readonly #over = new AbortController()
  #claim: Claim | undefined
  #hasStored = false
  #association: OpenAssociation | undefined

  constructor(deps: BatchDeps, server: DicomServer, claimed: Claim) {
    this.#deps = deps
    this.#server = server
    this.#claim = claimed
    const { host, port, description: calling, aeTitle: called } = server
    this.#peer = { place: { host, port }, titles: { calling, called } }
  }

  async send(images: readonly Planned[]): Promise<void> {
    const { stopping, stopped } = this.#deps
    const end = () => this.#over.abort()
    // A peer that has not even answered is not waited for.
    const endOpening = () => this.#association ?? end()
    stopping.addEventListener('abort', endOpening, { once: true })
    stopped.addEventListener('abort', end, { once: true })
    const heartbeat = setInterval(() => void this.#keepClaim(), claims.claimMs / 3)
    try {
      await this.#sendAll(images)
      await this.#association?.release()
    } catch (error) {
      this.#deps.log.error({ err: error, ...this.#facts }, 'sending images failed')
      // The claim runs out by itself.
      this.#association?.abort()
    } finally {
      clearInterval(heartbeat)
      stopping.removeEventListener('abort', endOpening)
      stopped.removeEventListener('abort', end)
      this.#over.abort()
    }
  }

  get #facts() {
    return { dicomServerId: this.#server.id }
  }

  async #keepClaim(): Promise<void> {
    const { unscopedDb, clock, log } = this.#deps
    try {
      const claim = this.#claim
      if (claim && !(await claims.extend(unscopedDb, claim, clock())) && claim === this.#claim)
        this.#over.abort()
    } catch (error) {
      log.warn({ err: error, ...this.#facts }, 'the claim on an image could not be extended')
    }
  }

  async #sendAll(planned: readonly Planned[]): Promise<void> {
    const { files } = this.#deps
    const looked: Ready[] = []
    for (const image of planned) looked.push(await readyImage(files, image))
    const images = fitting(looked)
    const forms = images.flatMap(({ form }) => form ?? [])
    if (forms.length > 0 && !(await this.#open(forms))) return
    for (const [index, image] of images.entries()) {
      if (image.image.id !== this.#claim?.id) continue
      const { verdict, isOver } = await this.#try(image)
      if (!verdict) return
      const next = images.slice(index + 1).map(({ image: { id } }) => id)
      if (!(await this.#note(verdict, isOver ? [] : next))) return
    }
  }

  async #open(forms: readonly Form[]): Promise<boolean> {
    try {
      this.#association = await openTo(this.#deps, this.#server, forms, this.#over)
      return true
    } catch (error) {
      if (await this.#isStopped()) return false
      const verdict = verdictOnOpening(error, this.#peer)
      await this.#noteForAll(verdict ?? this.#unforeseen(error))
      return false
    }
  }

  /** The verdict on one image, and whether the association has come to its end by it. */
  async #try({ image, form, error: fault }: Ready) {
    try {
      if (!form) throw fault
      if (!this.#association) throw new Error('no association')
      await storeImage(this.#deps, this.#association, image, form, this.#server)
      this.#hasStored = true
      return { verdict: { is: 'sent' } satisfies Verdict, isOver: false }
    } catch (error) {
      if (await this.#isStopped()) return { verdict: undefined, isOver: true }
      const verdict =
        verdictOnStoring(error, this.#peer, this.#hasStored) ?? this.#unforeseen(error)
      if (verdict.is === 'sent') this.#hasStored = true
      return { verdict, isOver: this.#association?.isOver() === true }
    }
  }

  #unforeseen(error: unknown): Verdict {
    this.#deps.log.error({ err: error, ...this.#facts }, 'an image could not be sent')
    return unforeseen
  }

  /** False when this association is done: with its images, or altogether. */
  async #note(verdict: Verdict, next: readonly DicomSendId[]): Promise<boolean> {
    const { unscopedDb, clock, stopping, log } = this.#deps
    if (!this.#claim) return false
    if (verdict.is !== 'sent' && verdict.ofPeer) {
      await this.#noteForAll(verdict)
      return false
    }
    const facts = { claim: this.#claim, serverId: this.#server.id, verdict }
    const following = stopping.aborted ? [] : next
    const settled = await persistently(() => claims.settle(unscopedDb, facts, following, clock()))
    if (settled === 'lost') log.warn(this.#facts, 'an image was taken over, or its server deleted')
    this.#claim = settled === 'lost' ? undefined : settled
    return this.#claim !== undefined
  }

  async #noteForAll(verdict: Verdict): Promise<void> {
    const { unscopedDb, clock } = this.#deps
    if (!this.#claim || verdict.is === 'sent') return
    const facts = { claim: this.#claim, serverId: this.#server.id, verdict }
    this.#claim = undefined
    await persistently(() => claims.settleAll(unscopedDb, facts, clock()))
  }

  async #isStopped(): Promise<boolean> {
    const { stopping, stopped, unscopedDb, clock } = this.#deps
    if (!stopped.aborted && !(stopping.aborted && !this.#association)) return false
    if (this.#claim) await claims.letGo(unscopedDb, this.#claim, clock())
    this.#claim = undefined
    return true
  }
}
