import { malformed } from './fault.ts'
import type { DimseFault } from './fault.ts'
import { Block } from './memory-blocks.ts'

/** Tells the line how much is kept here, so that it stops reading when it is too much. */
export interface Flow {
  readonly hold: (bytes: number) => void
  readonly free: (bytes: number) => void
}

/** A promise says that there is no room for the next piece until it is fulfilled. */
type Take = (piece: Buffer) => Promise<void> | undefined

interface Taker {
  readonly take: Take
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * The data of a message while they come in: either poured into whoever takes them at once, or copied
 * into blocks of a megabyte, where whoever reads slowly slows the sender down.
 */
export class IncomingDataset implements AsyncIterable<Buffer> {
  readonly #flow: Flow
  readonly #max: number
  /** The last one is being filled. */
  #blocks: Block[] = []
  #lent: Block | undefined
  #isEnded = false
  #isDiscarded = false
  #fault: DimseFault | undefined
  #wake: (() => void) | undefined
  #taker: Taker | undefined
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
    if (this.#taker) {
      this.#handOver(this.#taker, bytes)
      return
    }
    this.#flow.hold(bytes.length)
    for (let at = 0; at < bytes.length;) at += this.#fill(bytes, at)
  }

  #fill(bytes: Buffer, at: number): number {
    let block = this.#blocks.at(-1)
    if (block === undefined || block.isFull) {
      block = new Block()
      this.#blocks.push(block)
    }
    const copied = block.add(bytes, at)
    if (block.isFull) this.#wake?.()
    return copied
  }

  #handOver(taker: Taker, bytes: Buffer): void {
    try {
      const room = taker.take(bytes)
      this.#taker = room ? undefined : taker
      room?.then(
        () => this.#pourInto(taker),
        (error: unknown) => this.#giveUp(taker, error),
      )
    } catch (error) {
      this.#giveUp(taker, error)
    }
  }

  /** It is the taker's fault and not the peer's, who is heard to the end of the message. */
  #giveUp({ failed }: Taker, error: unknown): void {
    this.#isDiscarded = true
    this.#taker = undefined
    failed(error)
  }

  /** What has come in while there was no room for it, and then whatever comes. */
  #pourInto(taker: Taker): void {
    if (this.#fault) {
      taker.failed(this.#fault)
      return
    }
    this.#taker = taker
    while (this.#taker) {
      const block = this.#blocks.shift()
      if (block === undefined) break
      this.#flow.free(block.bytes.length)
      this.#handOver(taker, block.bytes)
      block.giveBack()
    }
    if (this.#taker && this.#isEnded) taker.done()
  }

  end(): void {
    this.#isEnded = true
    this.#taker?.done()
    this.#wake?.()
  }

  fail(fault: DimseFault): void {
    if (this.#isEnded) return
    this.#fault = fault
    this.#taker?.failed(fault)
    this.#wake?.()
  }

  /**
   * Hands over every piece in the memory that it was read into, which `take` may use until it returns.
   * Nothing is copied as long as there is room for it. What `take` throws ends it.
   */
  async pour(take: Take): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#pourInto({ take, done: resolve, failed: reject })
    await promise
  }

  /** The next block, lent until the next call; undefined at the end. */
  async #take(): Promise<Buffer | undefined> {
    this.#returnLent()
    for (;;) {
      if (this.#fault) throw this.#fault
      const [first] = this.#blocks
      if (first && (this.#isEnded || this.#isDiscarded || first.isFull)) {
        this.#blocks.shift()
        this.#lent = first
        return first.bytes
      }
      if (this.#isEnded) return undefined
      await new Promise<void>((resolve) => (this.#wake = resolve))
      this.#wake = undefined
    }
  }

  #returnLent(): void {
    if (!this.#lent) return
    this.#flow.free(this.#lent.bytes.length)
    this.#lent.giveBack()
    this.#lent = undefined
  }

  /** A block is lent: it is used again as soon as the next one is asked for. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, undefined> {
    for (;;) {
      const block = await this.#take()
      if (block === undefined) return undefined
      yield block
    }
  }

  /** The whole, or undefined when it is larger than that; the rest is then passed over. */
  async gather(max: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for await (const block of this) {
      if (this.size > max) {
        await this.discard()
        return undefined
      }
      parts.push(Buffer.from(block))
    }
    return Buffer.concat(parts)
  }

  /** Passes over what nobody has read, and comes back when all of it is in. */
  async discard(): Promise<void> {
    this.#isDiscarded = true
    while ((await this.#take()) !== undefined);
  }
}
