import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UnscopedDb } from '../../db/open.ts'
import * as jobQueue from '../../jobs/job-queue.ts'

/** The same form sent again within this time is a second click and not a second email. */
const duplicateWindowMs = 60_000
const pollMs = 100

export interface MailState {
  readonly recipient: string
  readonly state: 'sent' | 'failed' | 'waiting'
  readonly lastError: string | null
}

/** The emails of a form: a queue key for each recipient. */
export class Mailing {
  readonly #fingerprint: string
  readonly #slot: number
  readonly recipients: readonly string[]

  constructor(form: object, recipients: readonly string[], now: Date) {
    this.#fingerprint = createHash('sha256').update(JSON.stringify(form)).digest('hex')
    this.#slot = Math.floor(now.getTime() / duplicateWindowMs)
    this.recipients = recipients
  }

  getKey(recipient: string, slot = this.#slot): string {
    const name = createHash('sha256').update(recipient).digest('hex').slice(0, 32)
    return `image-mail/${this.#fingerprint}/${slot}/${name}`
  }

  #keys(slot: number) {
    return this.recipients.map((recipient) => [this.getKey(recipient, slot), recipient] as const)
  }

  /** The keys of the same form if it is queued or sent already; undefined if it may be queued. */
  async findQueued(db: UnscopedDb): Promise<ReadonlyMap<string, string> | undefined> {
    for (const slot of [this.#slot, this.#slot - 1]) {
      const keys = new Map(this.#keys(slot))
      const rows = await jobQueue.listStates(db, [...keys.keys()])
      if (rows.some(({ state }) => state !== 'failed')) return keys
    }
    return undefined
  }

  get keys(): ReadonlyMap<string, string> {
    return new Map(this.#keys(this.#slot))
  }
}

/** Waits until every email was attempted once, or the time is over. */
export async function waitForDelivery(
  db: UnscopedDb,
  keys: ReadonlyMap<string, string>,
  ms: number,
): Promise<readonly MailState[]> {
  const end = performance.now() + ms
  for (;;) {
    const rows = await jobQueue.listStates(db, [...keys.keys()])
    const areAllAttempted = rows.every(
      ({ state, lastError }) =>
        state === 'done' || state === 'failed' || (state === 'waiting' && lastError !== null),
    )
    if (areAllAttempted || performance.now() >= end)
      return rows.map(({ uniqueKey, state, lastError }) => ({
        recipient: keys.get(uniqueKey ?? '') ?? '',
        state: state === 'done' ? 'sent' : state === 'failed' ? 'failed' : 'waiting',
        lastError,
      }))
    await sleep(pollMs)
  }
}
