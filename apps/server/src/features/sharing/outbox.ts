import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UnscopedDb } from '../../db/open.ts'
import * as jobQueue from '../../jobs/job-queue.ts'

/** The same form sent again within this time is a second click and not a second mail. */
const sameForMs = 60_000
const pollMs = 100

export interface MailState {
  readonly recipient: string
  readonly state: 'sent' | 'failed' | 'waiting'
  readonly lastError: string | null
}

/** Which mails a form stands for: a key for each recipient. */
export class Mailing {
  readonly #fingerprint: string
  readonly #slot: number
  readonly recipients: readonly string[]

  constructor(form: object, recipients: readonly string[], now: Date) {
    this.#fingerprint = createHash('sha256').update(JSON.stringify(form)).digest('hex')
    this.#slot = Math.floor(now.getTime() / sameForMs)
    this.recipients = recipients
  }

  keyOf(recipient: string, slot = this.#slot): string {
    const name = createHash('sha256').update(recipient).digest('hex').slice(0, 32)
    return `image-mail/${this.#fingerprint}/${slot}/${name}`
  }

  #keys(slot: number) {
    return this.recipients.map((recipient) => [this.keyOf(recipient, slot), recipient] as const)
  }

  /** The keys under which it is on its way already, or has gone; or none, and it may be queued. */
  async known(db: UnscopedDb): Promise<ReadonlyMap<string, string> | undefined> {
    for (const slot of [this.#slot, this.#slot - 1]) {
      const keys = new Map(this.#keys(slot))
      const rows = await jobQueue.statesOf(db, [...keys.keys()])
      if (rows.some(({ state }) => state !== 'failed')) return keys
    }
    return undefined
  }

  get keys(): ReadonlyMap<string, string> {
    return new Map(this.#keys(this.#slot))
  }
}

/** Waits until every mail has been tried once, or the time is over. */
export async function tried(
  db: UnscopedDb,
  keys: ReadonlyMap<string, string>,
  ms: number,
): Promise<readonly MailState[]> {
  const end = performance.now() + ms
  for (;;) {
    const rows = await jobQueue.statesOf(db, [...keys.keys()])
    const isTried = rows.every(
      ({ state, lastError }) =>
        state === 'done' || state === 'failed' || (state === 'waiting' && lastError !== null),
    )
    if (isTried || performance.now() >= end)
      return rows.map(({ uniqueKey, state, lastError }) => ({
        recipient: keys.get(uniqueKey ?? '') ?? '',
        state: state === 'done' ? 'sent' : state === 'failed' ? 'failed' : 'waiting',
        lastError,
      }))
    await sleep(pollMs)
  }
}
