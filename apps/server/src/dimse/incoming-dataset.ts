import { createMalformedFault } from './fault.ts'
import type { DimseFault } from './fault.ts'
import { Block } from './block.ts'

/** Reports buffered bytes to the connection, which pauses the socket above its limit. */
export interface FlowControl {
  readonly hold: (bytes: number) => void
  readonly free: (bytes: number) => void
}

/** A returned promise is back-pressure: the consumer accepts the next chunk once it resolves. */
type Write = (chunk: Buffer) => Promise<void> | undefined

interface Consumer {
  readonly write: Write
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * The data set of a message while it is received: either piped to a consumer without a copy, or
 * copied into blocks of one megabyte, where a slow reader slows the sender down.
 */
export class IncomingDataset implements AsyncIterable<Buffer> {
  readonly #flow: FlowControl
  readonly #max: number
  /** The last block is being filled. */
  #blocks: Block[] = []
  #current: Block | undefined
  #isEnded = false
  #isDiscarded = false
  #fault: DimseFault | undefined
  #wake: (() => void) | undefined
  #consumer: Consumer | undefined
  /** Bytes received so far. */
  size = 0

  constructor(flow: FlowControl, max: number) {
    this.#flow = flow
    this.#max = max
  }

  add(bytes: Buffer): void {
    this.size += bytes.length
    if (this.size > this.#max) throw createMalformedFault('a dataset is larger than is taken here')
    if (this.#isDiscarded || bytes.length === 0) return
    if (this.#consumer) {
      this.#deliver(this.#consumer, bytes)
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

  #deliver(consumer: Consumer, bytes: Buffer): void {
    try {
      const ready = consumer.write(bytes)
      this.#consumer = ready ? undefined : consumer
      ready?.then(
        () => this.#pipeInto(consumer),
        (error: unknown) => this.#failConsumer(consumer, error),
      )
    } catch (error) {
      this.#failConsumer(consumer, error)
    }
  }

  /** The consumer failed, not the peer: the rest of the message is read and discarded. */
  #failConsumer({ failed }: Consumer, error: unknown): void {
    this.#isDiscarded = true
    this.#consumer = undefined
    failed(error)
  }

  /** Passes on the buffered blocks first, then every chunk as it is received. */
  #pipeInto(consumer: Consumer): void {
    if (this.#fault) {
      consumer.failed(this.#fault)
      return
    }
    this.#consumer = consumer
    while (this.#consumer) {
      const block = this.#blocks.shift()
      if (block === undefined) break
      this.#flow.free(block.bytes.length)
      this.#deliver(consumer, block.bytes)
      block.release()
    }
    if (this.#consumer && this.#isEnded) consumer.done()
  }

  end(): void {
    this.#isEnded = true
    this.#consumer?.done()
    this.#wake?.()
  }

  fail(fault: DimseFault): void {
    if (this.#isEnded) return
    this.#fault = fault
    this.#consumer?.failed(fault)
    this.#wake?.()
  }

  /**
   * Passes every chunk to `write` in the memory that it was received in, which is freed once `write`
   * returns. Nothing is copied unless `write` applies back-pressure. An error of `write` rejects.
   */
  async pipe(write: Write): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#pipeInto({ write, done: resolve, failed: reject })
    await promise
  }

  /** The next block, valid until the next call; undefined at the end. */
  async #nextBlock(): Promise<Buffer | undefined> {
    this.#releaseCurrent()
    for (;;) {
      if (this.#fault) throw this.#fault
      const [first] = this.#blocks
      if (first && (this.#isEnded || this.#isDiscarded || first.isFull)) {
        this.#blocks.shift()
        this.#current = first
        return first.bytes
      }
      if (this.#isEnded) return undefined
      await new Promise<void>((resolve) => (this.#wake = resolve))
      this.#wake = undefined
    }
  }

  #releaseCurrent(): void {
    if (!this.#current) return
    this.#flow.free(this.#current.bytes.length)
    this.#current.release()
    this.#current = undefined
  }

  /** Each block is reused as soon as the next one is requested. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, undefined> {
    for (;;) {
      const block = await this.#nextBlock()
      if (block === undefined) return undefined
      yield block
    }
  }

  /** The whole data set, or undefined if it exceeds `max`; the rest is then discarded. */
  async readAll(max: number): Promise<Buffer | undefined> {
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

  /** Discards what is unread and resolves when the data set has been received completely. */
  async discard(): Promise<void> {
    this.#isDiscarded = true
    while ((await this.#nextBlock()) !== undefined);
  }
}
