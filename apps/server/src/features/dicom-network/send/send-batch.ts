import type { DicomSendId, DicomServer, DicomServerId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { retryWithBackOff } from '@talus/node-kit/retry'
import type { UnscopedDb } from '../../../db/open.ts'
import type { OpenAssociation } from '../../../dimse/index.ts'
import type { FileStore } from '../../../files/index.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import type { OutgoingFiles } from '../../images/index.ts'
import { openAssociationTo, storeImage } from './send-association.ts'
import type { PeerDeps } from './send-association.ts'
import * as claims from './send-claims.queries.ts'
import type { Claim, DueImage } from './send-claims.queries.ts'
import { takeFitting } from './send-contexts.ts'
import type { ObjectFormat } from './send-contexts.ts'
import { readObjectFormat } from './send-data-set.ts'
import { unexpectedResult, classifyOpenError, classifyStoreError } from './attempt-result.ts'
import type { AttemptResult } from './attempt-result.ts'

export interface BatchDeps extends PeerDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly outgoing: OutgoingFiles
  readonly transcodePool: TranscodePool
  readonly clock: Clock
  readonly log: Logger
  /** Aborted when no further image may be started. */
  readonly stopping: AbortSignal
  /** Aborted when the current image must end at once. */
  readonly stopped: AbortSignal
}

/** Images per association; changed server settings take effect with the next one. */
const batchMax = 200

interface ReadImage {
  readonly image: DueImage
  readonly format: ObjectFormat | undefined
  /** The error if the format could not be read. */
  readonly error: unknown
}

async function readImage(files: FileStore, image: DueImage): Promise<ReadImage> {
  try {
    return { image, format: await readObjectFormat(files, image), error: undefined }
  } catch (error) {
    return { image, format: undefined, error }
  }
}

/** Sends the due images of a server over one association. Returns false if there were none. */
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
  readonly #abortController = new AbortController()
  #claim: Claim | undefined
  #hasStored = false
  #association: OpenAssociation | undefined

  constructor(deps: BatchDeps, server: DicomServer, claimed: Claim) {
    this.#deps = deps
    this.#server = server
    this.#claim = claimed
    const { host, port, description: calling, aeTitle: called } = server
    this.#peer = { endpoint: { host, port }, titles: { calling, called } }
  }

  async send(images: readonly DueImage[]): Promise<void> {
    const { stopping, stopped } = this.#deps
    const end = () => this.#abortController.abort()
    // When the server stops, an association that is not yet open is given up at once.
    const endOpening = () => this.#association ?? end()
    stopping.addEventListener('abort', endOpening, { once: true })
    stopped.addEventListener('abort', end, { once: true })
    const heartbeat = setInterval(() => void this.#extendClaim(), claims.claimMs / 3)
    try {
      await this.#sendAll(images)
      await this.#association?.release()
    } catch (error) {
      this.#deps.log.error({ err: error, ...this.#logDetails }, 'sending images failed')
      // The claim expires by itself.
      this.#association?.abort()
    } finally {
      clearInterval(heartbeat)
      stopping.removeEventListener('abort', endOpening)
      stopped.removeEventListener('abort', end)
      this.#abortController.abort()
    }
  }

  get #logDetails() {
    return { dicomServerId: this.#server.id }
  }

  async #extendClaim(): Promise<void> {
    const { unscopedDb, clock, log } = this.#deps
    try {
      const claim = this.#claim
      if (claim && !(await claims.extend(unscopedDb, claim, clock())) && claim === this.#claim)
        this.#abortController.abort()
    } catch (error) {
      log.warn({ err: error, ...this.#logDetails }, 'the claim on an image could not be extended')
    }
  }

  async #sendAll(planned: readonly DueImage[]): Promise<void> {
    const { files } = this.#deps
    const readImages: ReadImage[] = []
    for (const image of planned) readImages.push(await readImage(files, image))
    const images = takeFitting(readImages)
    const formats = images.flatMap(({ format }) => format ?? [])
    if (formats.length > 0 && !(await this.#open(formats))) return
    for (const [index, image] of images.entries()) {
      if (image.image.id !== this.#claim?.id) continue
      const { result, isOver } = await this.#try(image)
      if (!result) return
      const next = images.slice(index + 1).map(({ image: { id } }) => id)
      if (!(await this.#settle(result, isOver ? [] : next))) return
    }
  }

  async #open(formats: readonly ObjectFormat[]): Promise<boolean> {
    try {
      this.#association = await openAssociationTo(
        this.#deps,
        this.#server,
        formats,
        this.#abortController,
      )
      return true
    } catch (error) {
      if (await this.#isStopped()) return false
      const result = classifyOpenError(error, this.#peer)
      await this.#settleAll(result ?? this.#logUnexpected(error))
      return false
    }
  }

  /** Sends one image; returns the result, and whether the association has ended. */
  async #try({ image, format, error: fault }: ReadImage) {
    try {
      if (!format) throw fault
      if (!this.#association) throw new Error('no association')
      const current = { ...image, ...(await this.#findFile(image)) }
      await storeImage(this.#deps, this.#association, current, format, this.#server)
      this.#hasStored = true
      return { result: { is: 'sent' } satisfies AttemptResult, isOver: false }
    } catch (error) {
      if (await this.#isStopped()) return { result: undefined, isOver: true }
      const result =
        classifyStoreError(error, this.#peer, this.#hasStored) ?? this.#logUnexpected(error)
      if (result.is === 'sent') this.#hasStored = true
      return { result, isOver: this.#association?.isOver() === true }
    }
  }

  /** The object as it is now: it may have been corrected since it was due. */
  async #findFile({ id }: DueImage) {
    const { unscopedDb, outgoing } = this.#deps
    const queued = await claims.findImage(unscopedDb, id)
    return queued && (await outgoing.resolve(queued.id))
  }

  #logUnexpected(error: unknown): AttemptResult {
    this.#deps.log.error({ err: error, ...this.#logDetails }, 'an image could not be sent')
    return unexpectedResult
  }

  /** Stores the result and claims the next image. Returns false if no image is left to send. */
  async #settle(result: AttemptResult, next: readonly DicomSendId[]): Promise<boolean> {
    const { unscopedDb, clock, stopping, log } = this.#deps
    if (!this.#claim) return false
    if (result.is !== 'sent' && result.ofPeer) {
      await this.#settleAll(result)
      return false
    }
    const facts = { claim: this.#claim, serverId: this.#server.id, result }
    const following = stopping.aborted ? [] : next
    // Losing the result to a short database outage would send the image twice.
    const settled = await retryWithBackOff(() =>
      claims.settle(unscopedDb, facts, following, clock()),
    )
    if (settled === 'lost')
      log.warn(this.#logDetails, 'an image was taken over, or its server deleted')
    this.#claim = settled === 'lost' ? undefined : settled
    return this.#claim !== undefined
  }

  async #settleAll(result: AttemptResult): Promise<void> {
    const { unscopedDb, clock } = this.#deps
    if (!this.#claim || result.is === 'sent') return
    const facts = { claim: this.#claim, serverId: this.#server.id, result }
    this.#claim = undefined
    await retryWithBackOff(() => claims.settleAll(unscopedDb, facts, clock()))
  }

  async #isStopped(): Promise<boolean> {
    const { stopping, stopped, unscopedDb, clock } = this.#deps
    if (!stopped.aborted && !(stopping.aborted && !this.#association)) return false
    if (this.#claim) await claims.release(unscopedDb, this.#claim, clock())
    this.#claim = undefined
    return true
  }
}
