import { commandMax, decodeCommand, hasDataset } from './command.ts'
import type { Command } from './command.ts'
import { malformed } from './fault.ts'
import { IncomingDataset } from './incoming-dataset.ts'
import type { DimseFault } from './fault.ts'
import type { Flow } from './incoming-dataset.ts'
import { controls } from './units.ts'

export interface Message {
  readonly contextId: number
  readonly command: Command & { readonly field: number }
  readonly dataset: IncomingDataset | undefined
}

/** Fragments may be empty, but not for ever. */
const emptyMax = 16

/** Joins fragments to messages: a command, and then its data as they come in. */
export class MessageReader {
  readonly #flow: Flow
  readonly #datasetMax: number
  readonly #deliver: (message: Message) => void
  #contextId = 0
  #command: Buffer[] = []
  #commandSize = 0
  #dataset: IncomingDataset | undefined
  #empty = 0
  #isMidway = false

  constructor(flow: Flow, datasetMax: number, deliver: (message: Message) => void) {
    this.#flow = flow
    this.#datasetMax = datasetMax
    this.#deliver = deliver
  }

  /** Whether a message has begun to come in and the peer owes the rest of it. */
  get isMidway(): boolean {
    return this.#isMidway
  }

  fragment(contextId: number, control: number, bytes: Buffer, isEnd: boolean): void {
    const isLast = isEnd && (control & controls.last) !== 0
    this.#empty = bytes.length === 0 && !isLast ? this.#empty + 1 : 0
    if (this.#empty > emptyMax) throw malformed('a message does not come to its end')
    if (this.#isMidway && contextId !== this.#contextId)
      throw malformed('a message changes its context')
    this.#isMidway = true
    this.#contextId = contextId
    if ((control & controls.command) !== 0) this.#addToCommand(bytes, isLast)
    else this.#addToDataset(bytes, isLast)
  }

  #addToCommand(bytes: Buffer, isLast: boolean): void {
    if (this.#dataset) throw malformed('a command instead of data')
    this.#commandSize += bytes.length
    if (this.#commandSize > commandMax) throw malformed('a command is too long')
    this.#command.push(Buffer.from(bytes))
    if (!isLast) return
    const command = decodeCommand(Buffer.concat(this.#command))
    this.#command = []
    this.#commandSize = 0
    if (hasDataset(command)) this.#dataset = new IncomingDataset(this.#flow, this.#datasetMax)
    else this.#isMidway = false
    this.#deliver({ contextId: this.#contextId, command, dataset: this.#dataset })
  }

  #addToDataset(bytes: Buffer, isLast: boolean): void {
    if (this.#dataset === undefined) throw malformed('data without a command')
    this.#dataset.add(bytes)
    if (!isLast) return
    this.#dataset.end()
    this.#dataset = undefined
    this.#isMidway = false
  }

  fail(fault: DimseFault): void {
    this.#dataset?.fail(fault)
  }
}
