import type { Socket } from 'node:net'
import { freeBuffer } from '@talus/node-kit/buffer-pool'
import { DimseFault } from './fault.ts'
import { blockBytes } from './block.ts'
import { PduReader } from './pdu-reader.ts'
import type { PduSink } from './pdu-reader.ts'
import { abortReasons, encodeAbort, maxPduLength } from './pdu.ts'

export interface PduConnectionOptions extends PduSink {
  /** Longest time without progress while the peer must send or read. */
  readonly idleMs: number
  readonly isPeersTurn: () => boolean
  /** Called once; afterwards nothing is received or sent any more. */
  readonly onEnd: (fault: DimseFault) => void
}

/** Receive buffer limit: one block being written, one full, one being filled. */
const bufferedMax = 3 * blockBytes
/**
 * Fewer bytes than this do not count as progress: a peer could hold the connection by single bytes.
 */
const progressBytes = 16_384
/** How long a peer may take to close the connection after the last PDU. */
const closeMs = 1000

/** One connection: receives PDUs, with a limit on buffered data, and sends PDUs. */
export class PduConnection {
  readonly #socket: Socket
  readonly #options: PduConnectionOptions
  readonly #reader: PduReader
  readonly #idle: NodeJS.Timeout
  #buffered = 0
  #sinceProgress = 0
  #pdus = 0
  #isPaused = false
  #fault: DimseFault | undefined
  #waiting: { resolve: () => void; reject: (fault: DimseFault) => void }[] = []

  constructor(socket: Socket, options: PduConnectionOptions) {
    this.#socket = socket
    this.#options = options
    this.#reader = new PduReader(options, maxPduLength)
    // Without it each short response waits for the peer's delayed acknowledgement: 13 times slower.
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      this.#onData(chunk)
      // Node allocates a buffer for each read. Left to the garbage collector, which then runs over
      // the whole heap every few megabytes, these take a third of the processor time of receiving a
      // radiograph.
      freeBuffer(chunk)
    })
    socket.on('drain', () => this.#onDrain())
    socket.on('error', (error) => this.#onClose(error))
    socket.on('close', () => this.#onClose())
    socket.on('end', () => this.#onClose())
    this.#idle = setTimeout(() => this.#onIdle(), options.idleMs)
  }

  get isOver(): boolean {
    return this.#fault !== undefined
  }

  #onData(chunk: Buffer): void {
    if (this.#fault) return
    try {
      this.#reader.push(chunk)
    } catch (error) {
      this.fail(error, abortReasons.invalid)
      return
    }
    this.#sinceProgress += chunk.length
    if (this.#reader.pduCount === this.#pdus && this.#sinceProgress < progressBytes) return
    this.#pdus = this.#reader.pduCount
    this.#sinceProgress = 0
    this.#idle.refresh()
  }

  hold(bytes: number): void {
    this.#buffered += bytes
    if (this.#buffered < bufferedMax || this.#isPaused) return
    this.#isPaused = true
    this.#socket.pause()
  }

  free(bytes: number): void {
    this.#buffered -= bytes
    if (this.#buffered >= bufferedMax / 2 || !this.#isPaused) return
    this.#isPaused = false
    this.#idle.refresh()
    this.#socket.resume()
  }

  /** Writes all parts at once. A returned promise must be awaited before the next call. */
  send(parts: readonly Uint8Array[]): Promise<void> | undefined {
    if (this.#fault) throw this.#fault
    const socket = this.#socket
    socket.cork()
    let canWriteMore = true
    for (const part of parts) canWriteMore = socket.write(part)
    socket.uncork()
    if (canWriteMore) return undefined
    this.#idle.refresh()
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** Sends without waiting for the socket to drain. */
  post(bytes: Uint8Array): void {
    this.send([bytes])?.catch(() => undefined)
  }

  #onDrain(): void {
    this.#idle.refresh()
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }

  #onIdle(): void {
    const isPeersTurn = !this.#isPaused && this.#options.isPeersTurn()
    if (isPeersTurn || this.#waiting.length > 0)
      this.fail(new DimseFault('timeout', 'the peer is silent'))
    else this.#idle.refresh()
  }

  #onClose(cause?: unknown): void {
    this.#finish(new DimseFault('closed', 'the peer has hung up', { cause }))
    if (cause !== undefined) this.#socket.destroy()
    // A half-closed peer that never reads would keep our send buffer alive.
    else this.#close()
  }

  #finish(fault: DimseFault): boolean {
    if (this.#fault) return false
    this.#fault = fault
    clearTimeout(this.#idle)
    // On a paused socket the close of the peer would go unnoticed.
    if (this.#isPaused) this.#socket.resume()
    for (const { reject } of this.#waiting.splice(0)) reject(fault)
    this.#options.onEnd(fault)
    return true
  }

  /** Ends the association at once with an A-ABORT PDU. */
  fail(error: unknown, reason: number = abortReasons.none): void {
    const fault =
      error instanceof DimseFault
        ? error
        : new DimseFault('closed', 'the association has failed', { cause: error })
    if (!this.#finish(fault)) return
    this.#socket.write(encodeAbort(reason === abortReasons.none ? 0 : 2, reason))
    this.#close()
  }

  /** Closes after the last PDU, which is sent first if given. */
  end(fault: DimseFault, last?: Uint8Array): void {
    if (!this.#finish(fault)) return
    if (last) this.#socket.write(last)
    this.#close()
  }

  #close(): void {
    if (this.#socket.destroyed) return
    this.#socket.end()
    const timer = setTimeout(() => this.#socket.destroy(), closeMs)
    this.#socket.once('close', () => clearTimeout(timer))
  }
}
