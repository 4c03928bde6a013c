import type { Socket } from 'node:net'
import { DimseFault } from './fault.ts'
import { blockBytes } from './memory-blocks.ts'
import { UnitReader } from './unit-reader.ts'
import type { UnitSink } from './unit-reader.ts'
import { abortReasons, abortUnit, dataMax } from './units.ts'

export interface LineOptions extends UnitSink {
  /** How long nothing may happen where it is the peer's turn. */
  readonly idleMs: number
  readonly isPeersTurn: () => boolean
  /** Told once: after it nothing comes in any more and nothing can be sent. */
  readonly over: (fault: DimseFault) => void
}

/** So much is read ahead of whoever takes it: one block is written, one is full, one is being filled. */
const heldMax = 3 * blockBytes
/** Less than this is no sign of life: who sends a byte now and then would stay for ever. */
const progress = 16_384
/** How long a peer may take to hang up after the last word. */
const goodbyeMs = 1000

/** One connection: units in, with a bound on what is kept of them, and units out. */
export class Line {
  readonly #socket: Socket
  readonly #options: LineOptions
  readonly #reader: UnitReader
  readonly #idle: NodeJS.Timeout
  #held = 0
  #sinceProgress = 0
  #units = 0
  #isPaused = false
  #fault: DimseFault | undefined
  #waiting: { resolve: () => void; reject: (fault: DimseFault) => void }[] = []

  constructor(socket: Socket, options: LineOptions) {
    this.#socket = socket
    this.#options = options
    this.#reader = new UnitReader(options, dataMax)
    // Without it each answer of a few bytes waits for the peer's delayed acknowledgement: 13 times slower.
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('drain', () => this.#drained())
    socket.on('error', (error) => this.#closed(error))
    socket.on('close', () => this.#closed())
    socket.on('end', () => this.#closed())
    this.#idle = setTimeout(() => this.#idled(), options.idleMs)
  }

  get isOver(): boolean {
    return this.#fault !== undefined
  }

  #read(chunk: Buffer): void {
    if (this.#fault) return
    try {
      this.#reader.push(chunk)
    } catch (error) {
      this.fail(error, abortReasons.invalid)
      return
    }
    this.#sinceProgress += chunk.length
    if (this.#reader.units === this.#units && this.#sinceProgress < progress) return
    this.#units = this.#reader.units
    this.#sinceProgress = 0
    this.#idle.refresh()
  }

  hold(bytes: number): void {
    this.#held += bytes
    if (this.#held < heldMax || this.#isPaused) return
    this.#isPaused = true
    this.#socket.pause()
  }

  free(bytes: number): void {
    this.#held -= bytes
    if (this.#held >= heldMax / 2 || !this.#isPaused) return
    this.#isPaused = false
    this.#idle.refresh()
    this.#socket.resume()
  }

  /** Writes all parts in one go. The promise, if there is one, is to be awaited before the next. */
  send(parts: readonly Uint8Array[]): Promise<void> | undefined {
    if (this.#fault) throw this.#fault
    const socket = this.#socket
    socket.cork()
    let isRoomy = true
    for (const part of parts) isRoomy = socket.write(part)
    socket.uncork()
    if (isRoomy) return undefined
    this.#idle.refresh()
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** Nobody waits for it to be out. */
  post(bytes: Uint8Array): void {
    this.send([bytes])?.catch(() => undefined)
  }

  #drained(): void {
    this.#idle.refresh()
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }

  #idled(): void {
    const isPeersTurn = !this.#isPaused && this.#options.isPeersTurn()
    if (isPeersTurn || this.#waiting.length > 0)
      this.fail(new DimseFault('timeout', 'the peer is silent'))
    else this.#idle.refresh()
  }

  #closed(cause?: unknown): void {
    this.#over(new DimseFault('closed', 'the peer has hung up', { cause }))
    if (cause !== undefined) this.#socket.destroy()
    // Who has said its last word and reads nothing would keep what we still have to say for ever.
    else this.#hangUp()
  }

  #over(fault: DimseFault): boolean {
    if (this.#fault) return false
    this.#fault = fault
    clearTimeout(this.#idle)
    // A peer that is not read any more would not be seen to hang up either.
    if (this.#isPaused) this.#socket.resume()
    for (const { reject } of this.#waiting.splice(0)) reject(fault)
    this.#options.over(fault)
    return true
  }

  /** Ends the association at once and says so to the peer. */
  fail(error: unknown, reason: number = abortReasons.none): void {
    const fault =
      error instanceof DimseFault
        ? error
        : new DimseFault('closed', 'the association has failed', { cause: error })
    if (!this.#over(fault)) return
    this.#socket.write(abortUnit(reason === abortReasons.none ? 0 : 2, reason))
    this.#hangUp()
  }

  /** After the last unit of ours, or the last one of the peer. */
  end(fault: DimseFault, last?: Uint8Array): void {
    if (!this.#over(fault)) return
    if (last) this.#socket.write(last)
    this.#hangUp()
  }

  #hangUp(): void {
    if (this.#socket.destroyed) return
    this.#socket.end()
    const timer = setTimeout(() => this.#socket.destroy(), goodbyeMs)
    this.#socket.once('close', () => clearTimeout(timer))
  }
}
