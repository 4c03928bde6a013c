import type { Socket } from 'node:net'
import { uids } from './codes.ts'
import { encodeCommand, fields } from './command.ts'
import type { Command } from './command.ts'
import { DimseFault, malformed } from './fault.ts'
import { Line } from './line.ts'
import { MessageReader } from './message-reader.ts'
import type { Message } from './message-reader.ts'
import { sendMessage } from './send-message.ts'
import type { Datasets } from './send-message.ts'
import { unitTypes } from './units.ts'

export interface AcceptedContext {
  readonly id: number
  readonly abstractSyntax: string
  readonly transferSyntax: string
  /** Whether our side may ask for the service of this class. */
  readonly mayAsk: boolean
}

export interface AssociationOptions {
  readonly idleMs: number
  /** The largest dataset that is taken. */
  readonly datasetMax: number
  /** Whether, apart from a message that has begun, the peer has to say something. */
  readonly isPeersTurn: () => boolean
  /** Units other than data: what they mean depends on the side. */
  readonly unit: (type: number, body: Buffer) => void
  readonly request: (message: Message) => void
  readonly cancel: (messageId: number) => void
  readonly over: (fault: DimseFault) => void
}

/** What a waiting message takes of the bound on what is kept. */
const messageWeight = 512

/** What both sides of an association have in common once it is there. */
export class Association {
  readonly line: Line
  readonly contexts = new Map<number, AcceptedContext>()
  #peerMax = 0
  readonly #messages: MessageReader
  readonly #options: AssociationOptions
  readonly #answers = new Map<number, Answers>()
  #lastId = 0

  constructor(socket: Socket, options: AssociationOptions) {
    this.#options = options
    const flow = {
      hold: (bytes: number) => this.line.hold(bytes),
      free: (bytes: number) => this.line.free(bytes),
    }
    this.#messages = new MessageReader(flow, options.datasetMax, (message) => this.#route(message))
    this.line = new Line(socket, {
      idleMs: options.idleMs,
      isPeersTurn: () => this.#messages.isMidway || options.isPeersTurn(),
      unit: (type, body) => this.#unit(type, body),
      fragment: (contextId, control, bytes, isEnd) => {
        if (!this.contexts.has(contextId)) throw malformed('data in a context that is not there')
        this.#messages.fragment(contextId, control, bytes, isEnd)
      },
      over: (fault) => this.#over(fault),
    })
  }

  begin(contexts: Iterable<AcceptedContext>, peerMax: number): void {
    for (const context of contexts) this.contexts.set(context.id, context)
    this.#peerMax = peerMax
  }

  #unit(type: number, body: Buffer): void {
    if (type === unitTypes.abort) this.line.end(new DimseFault('aborted', 'the peer has aborted'))
    else this.#options.unit(type, body)
  }

  #route(message: Message): void {
    const { field, respondingTo = 0 } = message.command
    if (field === fields.cancel) {
      this.#options.cancel(respondingTo)
      return
    }
    this.line.hold(messageWeight)
    if (field < fields.answer) {
      this.#options.request(message)
      return
    }
    // Some peers leave out which request they answer. There is one at a time.
    const [only] = this.#answers.values()
    const answers =
      message.command.respondingTo === undefined ? only : this.#answers.get(respondingTo)
    if (answers === undefined) throw malformed('an answer to nothing')
    answers.add(message)
  }

  /** A message that waited has been taken. */
  taken(): void {
    this.line.free(messageWeight)
  }

  #over(fault: DimseFault): void {
    this.#messages.fail(fault)
    for (const answers of this.#answers.values()) answers.fail(fault)
    this.#options.over(fault)
  }

  async send(contextId: number, command: Command, dataset?: Datasets): Promise<void> {
    const bytes = encodeCommand(command, dataset !== undefined)
    try {
      await sendMessage(this.line, { contextId, peerMax: this.#peerMax }, bytes, dataset)
    } catch (error) {
      // Part of the message may be out, and nothing else can follow it.
      this.line.fail(error)
      throw error
    }
  }

  /** Sends a request. Its answers, one or many, are then read one after the other. */
  ask(): { readonly messageId: number; readonly answers: Answers } {
    this.#lastId = (this.#lastId % 0xffff) + 1
    const messageId = this.#lastId
    const answers = new Answers(() => {
      this.taken()
    })
    this.#answers.set(messageId, answers)
    return { messageId, answers }
  }

  answered(messageId: number): void {
    this.#answers.delete(messageId)
  }

  contextFor(abstractSyntax: string, transferSyntax?: string): AcceptedContext {
    for (const context of this.contexts.values())
      if (
        context.mayAsk &&
        context.abstractSyntax === abstractSyntax &&
        (transferSyntax === undefined || context.transferSyntax === transferSyntax)
      )
        return context
    const what = abstractSyntax === uids.verification ? 'verification' : abstractSyntax
    throw new DimseFault('context-refused', `the peer does not take ${what}`)
  }
}

/** The answers to one request, in the order in which they came. */
export class Answers {
  readonly #taken: () => void
  #queue: Message[] = []
  #fault: DimseFault | undefined
  #wake: (() => void) | undefined

  constructor(taken: () => void) {
    this.#taken = taken
  }

  add(message: Message): void {
    this.#queue.push(message)
    this.#wake?.()
  }

  fail(fault: DimseFault): void {
    this.#fault = fault
    this.#wake?.()
  }

  async next(ms: number): Promise<Message> {
    if (this.#queue.length === 0 && this.#fault === undefined) {
      const late = setTimeout(() => {
        this.fail(new DimseFault('timeout', 'the peer does not answer'))
      }, ms)
      await new Promise<void>((resolve) => (this.#wake = resolve))
      clearTimeout(late)
    }
    const message = this.#queue.shift()
    if (message === undefined) throw this.#fault ?? malformed('no answer')
    this.#taken()
    return message
  }
}
