import { Transferred } from './protocol.ts'
import type { CallContext, ErrorCodec, Request, Send } from './protocol.ts'

/** The handlers of a protocol without their types: the names arrive in messages. */
export interface RequestHandlers {
  readonly calls: Readonly<
    Record<string, (payload: unknown, context: CallContext<unknown>) => unknown>
  >
  readonly streams: Readonly<
    Record<
      string,
      (payload: unknown, context: Pick<CallContext<never>, 'signal'>) => AsyncIterable<unknown>
    >
  >
}

interface Answering {
  readonly abort: Abort
  readonly iterator?: AsyncIterator<unknown>
}

/** An AbortController that is created when its signal is used: most handlers need none. */
class Abort {
  #controller: AbortController | undefined
  #reason: Error | undefined

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#reason) this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  abort(reason: Error): void {
    this.#reason = reason
    this.#controller?.abort(reason)
  }
}

/** The answering half of a channel: runs the handlers that the other thread asks for. */
export function createAnswerer(
  send: Send,
  { calls, streams }: RequestHandlers,
  errors: Pick<ErrorCodec, 'pack'> | undefined,
) {
  const running = new Map<number, Answering>()

  /** An error of `pack` is not caught: it ends the thread. */
  function fail(id: number, error: unknown): void {
    running.delete(id)
    const message = error instanceof Error ? error.message : String(error)
    send({ is: 'fault', id, message, packed: errors?.pack(error) })
  }

  async function answerCall(id: number, name: string, payload: unknown): Promise<void> {
    const abort = new Abort()
    running.set(id, { abort })
    try {
      const handle = calls[name]
      if (!handle) throw new Error(`no handler for the call ${name}`)
      const answer = await handle(payload, {
        get signal() {
          return abort.signal
        },
        sendProgress: (value, transfer) => send({ is: 'progress', id, value }, transfer),
      })
      running.delete(id)
      if (answer instanceof Transferred)
        send({ is: 'answer', id, value: answer.result }, answer.transfer)
      else send({ is: 'answer', id, value: answer })
    } catch (error) {
      fail(id, error)
    }
  }

  function openStream(id: number, name: string, payload: unknown): void {
    const abort = new Abort()
    try {
      const open = streams[name]
      if (!open) throw new Error(`no handler for the stream ${name}`)
      const iterator = open(payload, abort)[Symbol.asyncIterator]()
      running.set(id, { abort, iterator })
    } catch (error) {
      fail(id, error)
    }
  }

  async function sendNextItem(id: number): Promise<void> {
    try {
      const next = await running.get(id)?.iterator?.next()
      if (!next) return
      if (next.done) {
        running.delete(id)
        send({ is: 'end', id })
      } else send({ is: 'item', id, value: next.value })
    } catch (error) {
      fail(id, error)
    }
  }

  function abort(id: number): void {
    const answering = running.get(id)
    answering?.abort.abort(new Error('called off'))
    if (!answering?.iterator) return
    running.delete(id)
    void Promise.resolve(answering.iterator.return?.()).catch(() => undefined)
  }

  return {
    receive(request: Request): void {
      switch (request.is) {
        case 'call':
          return void answerCall(request.id, request.name, request.payload)
        case 'stream':
          return openStream(request.id, request.name, request.payload)
        case 'next':
          return void sendNextItem(request.id)
        case 'abort':
          return abort(request.id)
      }
    },
    abortAll(): void {
      for (const id of running.keys()) abort(id)
    },
  }
}
