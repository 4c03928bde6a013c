import type { MessagePort, Worker } from 'node:worker_threads'

/** What one side of a thread can ask of the other. Everything in it is copied on its way. */
export interface Handlers {
  readonly calls: Readonly<Record<string, (payload: never, signal: AbortSignal) => unknown>>
  /** Things one after the other, each when it is asked for. */
  readonly streams?: Readonly<
    Record<string, (payload: never, signal: AbortSignal) => AsyncIterable<unknown>>
  >
  /** Errors that keep their meaning on the way; others arrive as their message. */
  readonly pack?: (error: unknown) => unknown
  readonly unpack?: (packed: unknown) => Error | undefined
}

/** What the other side answers, by name: the types of a protocol that both sides are written to. */
export interface Protocol {
  // oxlint-disable-next-line typescript/no-explicit-any -- each call has a payload of its own
  readonly calls: Readonly<Record<string, (payload: any) => unknown>>
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly streams: Readonly<Record<string, (payload: any) => unknown>>
}
type PayloadOf<Asked> = Asked extends (payload: infer Payload) => unknown ? Payload : never
type AnswerOf<Asked> = Asked extends (payload: never) => infer Answer ? Awaited<Answer> : never

export interface Channel<Remote extends Protocol> {
  readonly call: <Name extends keyof Remote['calls'] & string>(
    name: Name,
    payload: PayloadOf<Remote['calls'][Name]>,
    signal?: AbortSignal,
  ) => Promise<AnswerOf<Remote['calls'][Name]>>
  /** The type of an answer is that of each thing in the stream. */
  readonly stream: <Name extends keyof Remote['streams'] & string>(
    name: Name,
    payload: PayloadOf<Remote['streams'][Name]>,
    signal?: AbortSignal,
  ) => AsyncIterable<AnswerOf<Remote['streams'][Name]>>
  /** The other side is gone: whoever waits for it is told. */
  readonly close: (reason: Error) => void
}

type Message =
  | { readonly is: 'call' | 'stream'; readonly id: number; readonly name: string; payload: unknown }
  | { readonly is: 'next' | 'abort' | 'end'; readonly id: number }
  | { readonly is: 'answer' | 'item'; readonly id: number; readonly value: unknown }
  | { readonly is: 'fault'; readonly id: number; readonly message: string; packed: unknown }

interface Waiting {
  readonly resolve: (message: Message) => void
  readonly reject: (error: Error) => void
}

/** Questions and answers between two threads, in both directions over one port. */
export function openChannel<Remote extends Protocol>(
  port: Pick<MessagePort | Worker, 'postMessage'> & {
    readonly on: (event: 'message', listener: (message: Message) => void) => unknown
  },
  { calls, streams = {}, pack, unpack }: Handlers,
): Channel<Remote> {
  const waiting = new Map<number, Waiting>()
  const served = new Map<number, { stop: AbortController; iterator?: AsyncIterator<unknown> }>()
  let nextId = 0
  let closed: Error | undefined

  const send = (message: Message) => port.postMessage(message)

  function fail(id: number, error: unknown): void {
    served.delete(id)
    const message = error instanceof Error ? error.message : String(error)
    send({ is: 'fault', id, message, packed: pack?.(error) })
  }

  async function answerCall(id: number, name: string, payload: unknown): Promise<void> {
    const stop = new AbortController()
    served.set(id, { stop })
    try {
      const handle = calls[name]
      if (!handle) throw new Error(`nobody answers ${name}`)
      const value = await handle(payload as never, stop.signal)
      served.delete(id)
      send({ is: 'answer', id, value })
    } catch (error) {
      fail(id, error)
    }
  }

  function beginStream(id: number, name: string, payload: unknown): void {
    const stop = new AbortController()
    try {
      const open = streams[name]
      if (!open) throw new Error(`nobody answers ${name}`)
      const iterator = open(payload as never, stop.signal)[Symbol.asyncIterator]()
      served.set(id, { stop, iterator })
    } catch (error) {
      fail(id, error)
    }
  }

  async function giveNext(id: number): Promise<void> {
    try {
      const next = await served.get(id)?.iterator?.next()
      if (!next) return
      if (next.done) {
        served.delete(id)
        send({ is: 'end', id })
      } else send({ is: 'item', id, value: next.value })
    } catch (error) {
      fail(id, error)
    }
  }

  function stopServing(id: number): void {
    const serving = served.get(id)
    serving?.stop.abort(new Error('called off'))
    if (!serving?.iterator) return
    served.delete(id)
    void Promise.resolve(serving.iterator.return?.()).catch(() => undefined)
  }

  port.on('message', (message) => {
    switch (message.is) {
      case 'call':
        return void answerCall(message.id, message.name, message.payload)
      case 'stream':
        return beginStream(message.id, message.name, message.payload)
      case 'next':
        return void giveNext(message.id)
      case 'abort':
        return stopServing(message.id)
      default: {
        const asker = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.is !== 'fault') return asker?.resolve(message)
        asker?.reject(unpack?.(message.packed) ?? new Error(message.message))
      }
    }
  })

  function ask(message: Message): Promise<Message> {
    if (closed) return Promise.reject(closed)
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    waiting.set(message.id, { resolve, reject })
    send(message)
    return promise
  }

  function abortWith(id: number, signal: AbortSignal | undefined) {
    const abort = () => send({ is: 'abort', id })
    signal?.addEventListener('abort', abort, { once: true })
    return () => signal?.removeEventListener('abort', abort)
  }

  return {
    async call<Name extends keyof Remote['calls'] & string>(
      name: Name,
      payload: PayloadOf<Remote['calls'][Name]>,
      signal?: AbortSignal,
    ) {
      const id = (nextId += 1)
      const done = abortWith(id, signal)
      try {
        const answer = await ask({ is: 'call', id, name, payload })
        const value = answer.is === 'answer' ? answer.value : undefined
        return value as AnswerOf<Remote['calls'][Name]>
      } finally {
        done()
      }
    },
    async *stream<Name extends keyof Remote['streams'] & string>(
      name: Name,
      payload: PayloadOf<Remote['streams'][Name]>,
      signal?: AbortSignal,
    ) {
      const id = (nextId += 1)
      const done = abortWith(id, signal)
      let isOver = false
      send({ is: 'stream', id, name, payload })
      try {
        for (;;) {
          const next = await ask({ is: 'next', id })
          isOver = next.is !== 'item'
          if (next.is !== 'item') return
          yield next.value as AnswerOf<Remote['streams'][Name]>
        }
      } catch (error) {
        isOver = true
        throw error
      } finally {
        done()
        if (!isOver) send({ is: 'abort', id })
      }
    },
    close(reason) {
      closed = reason
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
      for (const id of served.keys()) stopServing(id)
    },
  }
}
