import type { Socket } from 'node:net'
import { uids } from './codes.ts'
import { encodeCommand, commandFields } from './command-set.ts'
import type { CommandSet } from './command-set.ts'
import { DimseFault, createMalformedFault } from './fault.ts'
import { PduConnection } from './pdu-connection.ts'
import { MessageReader } from './message-reader.ts'
import type { DimseMessage } from './message-reader.ts'
import { sendMessage } from './send-message.ts'
import type { DatasetChunks } from './send-message.ts'
import { pduTypes } from './pdu.ts'

export interface AcceptedContext {
  readonly id: number
  readonly abstractSyntax: string
  readonly transferSyntax: string
  /** Whether this side may act as SCU of this SOP class. */
  readonly mayActAsScu: boolean
}

export interface AssociationOptions {
  readonly idleMs: number
  /** Size of the largest data set that is accepted, in bytes. */
  readonly datasetMax: number
  /** Whether the peer must send next, other than the rest of a message that has begun. */
  readonly isPeersTurn: () => boolean
  /** Called for PDUs other than P-DATA-TF; their meaning depends on the side. */
  readonly onPdu: (type: number, body: Buffer) => void
  readonly onRequest: (message: DimseMessage) => void
  readonly onCancel: (messageId: number) => void
  readonly onEnd: (fault: DimseFault) => void
}

/** Bytes that a queued message counts against the receive buffer limit. */
const messageBytes = 512

/** The part of an association that requestor and acceptor share. */
export class Association {
  readonly connection: PduConnection
  readonly contexts = new Map<number, AcceptedContext>()
  #peerMax = 0
  readonly #messages: MessageReader
  readonly #options: AssociationOptions
  readonly #responses = new Map<number, ResponseQueue>()
  #lastId = 0

  constructor(socket: Socket, options: AssociationOptions) {
    this.#options = options
    const flow = {
      hold: (bytes: number) => this.connection.hold(bytes),
      free: (bytes: number) => this.connection.free(bytes),
    }
    this.#messages = new MessageReader(flow, options.datasetMax, (message) => this.#route(message))
    this.connection = new PduConnection(socket, {
      idleMs: options.idleMs,
      isPeersTurn: () => this.#messages.isMidway || options.isPeersTurn(),
      onPdu: (type, body) => this.#onPdu(type, body),
      onFragment: (contextId, control, bytes, isEnd) => {
        if (!this.contexts.has(contextId))
          throw createMalformedFault('data in a context that is not there')
        this.#messages.addFragment(contextId, control, bytes, isEnd)
      },
      onEnd: (fault) => this.#onEnd(fault),
    })
  }

  establish(contexts: Iterable<AcceptedContext>, peerMax: number): void {
    for (const context of contexts) this.contexts.set(context.id, context)
    this.#peerMax = peerMax
  }

  #onPdu(type: number, body: Buffer): void {
    if (type === pduTypes.abort)
      this.connection.end(new DimseFault('aborted', 'the peer has aborted'))
    else this.#options.onPdu(type, body)
  }

  #route(message: DimseMessage): void {
    const { field, respondingTo = 0 } = message.command
    if (field === commandFields.cancel) {
      this.#options.onCancel(respondingTo)
      return
    }
    this.connection.hold(messageBytes)
    if (field < commandFields.response) {
      this.#options.onRequest(message)
      return
    }
    // Some peers omit (0000,0120) Message ID Being Responded To; only one request is open at a
    // time.
    const [only] = this.#responses.values()
    const responses =
      message.command.respondingTo === undefined ? only : this.#responses.get(respondingTo)
    if (responses === undefined) throw createMalformedFault('an answer to nothing')
    responses.add(message)
  }

  /** Frees the buffer space of a queued message once it has been dequeued. */
  releaseMessage(): void {
    this.connection.free(messageBytes)
  }

  #onEnd(fault: DimseFault): void {
    this.#messages.fail(fault)
    for (const responses of this.#responses.values()) responses.fail(fault)
    this.#options.onEnd(fault)
  }

  async send(contextId: number, command: CommandSet, dataset?: DatasetChunks): Promise<void> {
    const bytes = encodeCommand(command, dataset !== undefined)
    try {
      await sendMessage(this.connection, { contextId, peerMax: this.#peerMax }, bytes, dataset)
    } catch (error) {
      // Part of the message may have been sent, so no other message can follow.
      this.connection.fail(error)
      throw error
    }
  }

  /** Assigns a message ID to a request and registers a queue for its responses. */
  startRequest(): { readonly messageId: number; readonly responses: ResponseQueue } {
    this.#lastId = (this.#lastId % 0xffff) + 1
    const messageId = this.#lastId
    const responses = new ResponseQueue(() => {
      this.releaseMessage()
    })
    this.#responses.set(messageId, responses)
    return { messageId, responses }
  }

  endRequest(messageId: number): void {
    this.#responses.delete(messageId)
  }

  findContext(abstractSyntax: string, transferSyntax?: string): AcceptedContext {
    for (const context of this.contexts.values())
      if (
        context.mayActAsScu &&
        context.abstractSyntax === abstractSyntax &&
        (transferSyntax === undefined || context.transferSyntax === transferSyntax)
      )
        return context
    const what = abstractSyntax === uids.verification ? 'verification' : abstractSyntax
    throw new DimseFault('context-refused', `the peer does not take ${what}`)
  }
}

/** The responses to one request, in the order of arrival. */
export class ResponseQueue {
  readonly #onTaken: () => void
  #queue: DimseMessage[] = []
  #fault: DimseFault | undefined
  #wake: (() => void) | undefined

  constructor(taken: () => void) {
    this.#onTaken = taken
  }

  add(message: DimseMessage): void {
    this.#queue.push(message)
    this.#wake?.()
  }

  fail(fault: DimseFault): void {
    this.#fault = fault
    this.#wake?.()
  }

  async next(ms: number): Promise<DimseMessage> {
    if (this.#queue.length === 0 && this.#fault === undefined) {
      const late = setTimeout(() => {
        this.fail(new DimseFault('timeout', 'the peer does not answer'))
      }, ms)
      await new Promise<void>((resolve) => (this.#wake = resolve))
      clearTimeout(late)
    }
    const message = this.#queue.shift()
    if (message === undefined) throw this.#fault ?? createMalformedFault('no answer')
    this.#onTaken()
    return message
  }
}
