import { commandBytesMax, decodeCommand, hasDataset } from './command-set.ts'
import type { CommandSet } from './command-set.ts'
import { createMalformedFault } from './fault.ts'
import { IncomingDataset } from './incoming-dataset.ts'
import type { DimseFault } from './fault.ts'
import type { FlowControl } from './incoming-dataset.ts'
import { pdvFlags } from './pdu.ts'

export interface DimseMessage {
  readonly contextId: number
  readonly command: CommandSet & { readonly field: number }
  readonly dataset: IncomingDataset | undefined
}

/** Most consecutive empty fragments: they are legal, but an endless series of them is not. */
const emptyMax = 16

/** Assembles PDVs to messages: a command set, then its data set while it is received. */
export class MessageReader {
  readonly #flow: FlowControl
  readonly #datasetMax: number
  readonly #deliver: (message: DimseMessage) => void
  #contextId = 0
  #command: Buffer[] = []
  #commandSize = 0
  #dataset: IncomingDataset | undefined
  #empty = 0
  #isMidway = false

  constructor(flow: FlowControl, datasetMax: number, deliver: (message: DimseMessage) => void) {
    this.#flow = flow
    this.#datasetMax = datasetMax
    this.#deliver = deliver
  }

  /** Whether a message has begun and the peer must send the rest of it. */
  get isMidway(): boolean {
    return this.#isMidway
  }

  addFragment(contextId: number, control: number, bytes: Buffer, isEnd: boolean): void {
    const isLast = isEnd && (control & pdvFlags.last) !== 0
    this.#empty = bytes.length === 0 && !isLast ? this.#empty + 1 : 0
    if (this.#empty > emptyMax) throw createMalformedFault('a message does not come to its end')
    if (this.#isMidway && contextId !== this.#contextId)
      throw createMalformedFault('a message changes its context')
    this.#isMidway = true
    this.#contextId = contextId
    if ((control & pdvFlags.command) !== 0) this.#addToCommand(bytes, isLast)
    else this.#addToDataset(bytes, isLast)
  }

  #addToCommand(bytes: Buffer, isLast: boolean): void {
    if (this.#dataset) throw createMalformedFault('a command instead of data')
    this.#commandSize += bytes.length
    if (this.#commandSize > commandBytesMax) throw createMalformedFault('a command is too long')
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
    if (this.#dataset === undefined) throw createMalformedFault('data without a command')
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
