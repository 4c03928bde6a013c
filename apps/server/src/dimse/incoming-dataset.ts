import { malformed } from './fault.ts'
import type { DimseFault } from './fault.ts'

/** Tells the line how much is kept here, so that it stops reading when it is too much. */
export interface Flow {
  readonly hold: (bytes: number) => void
  readonly free: (bytes: number) => void
}

/** The data of a message while they come in: whoever reads slowly slows the sender down. */
export class IncomingDataset implements AsyncIterable<Buffer> {
  readonly #flow: Flow
  readonly #max: number
  #queue: Buffer[] = []
  #queued = 0
  #isEnded = false
  #isDiscarded = false
  #fault: DimseFault | undefined
  #wake: (() => void) | undefined
  /** How much has come in until now. */
  size = 0

  constructor(flow: Flow, max: number) {
    this.#flow = flow
    this.#max = max
  }

  add(bytes: Buffer): void {
    this.size += bytes.length
    if (this.size > this.#max) throw malformed('a dataset is larger than is taken here')
    if (this.#isDiscarded || bytes.length === 0) return
    this.#queue.push(bytes)
    this.#queued += bytes.length
    this.#flow.hold(bytes.length)
    this.#wake?.()
  }

  end(): void {
    this.#isEnded = true
    this.#wake?.()
  }

  fail(fault: DimseFault): void {
    if (this.#isEnded) return
    this.#fault = fault
    this.#wake?.()
  }

  /** All that has come in since the last call, to be written in one go; undefined at the end. */
  async take(): Promise<Buffer[] | undefined> {
    while (this.#queue.length === 0) {
      if (this.#fault) throw this.#fault
      if (this.#isEnded) return undefined
      await new Promise<void>((resolve) => (this.#wake = resolve))
      this.#wake = undefined
    }
    const taken = this.#queue
    this.#queue = []
    this.#flow.free(this.#queued)
    this.#queued = 0
    return taken
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, undefined> {
    for (;;) {
      const taken = await this.take()
      if (taken === undefined) return undefined
      yield* taken
    }
  }

  /** The whole, or undefined when it is larger than that; the rest is then passed over. */
  async gather(max: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for (;;) {
      const taken = await this.take()
      if (taken === undefined) return Buffer.concat(parts)
      parts.push(...taken)
      if (this.size > max) {
        await this.discard()
        return undefined
      }
    }
  }

  /** Passes over what nobody has read, and comes back when all of it is in. */
  async discard(): Promise<void> {
    this.#isDiscarded = true
    while ((await this.take()) !== undefined);
  }
}
