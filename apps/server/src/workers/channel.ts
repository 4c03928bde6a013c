import type { MessagePort, Worker } from 'node:worker_threads'

/** The calls and streams that one thread provides to the other. All payloads are copied. */
export interface ChannelHandlers {
  readonly calls: Readonly<Record<string, (payload: never, signal: AbortSignal) => unknown>>
  /** Items are produced one by one, each on request. */
  readonly streams?: Readonly<
    Record<string, (payload: never, signal: AbortSignal) => AsyncIterable<unknown>>
  >
  /** Serializes errors whose type must survive; of others only the message arrives. */
  readonly packError?: (error: unknown) => unknown
  readonly unpackError?: (packed: unknown) => Error | undefined
}

/** The calls and streams of the other side by name, as the types that both sides share. */
export interface Protocol {
  // oxlint-disable-next-line typescript/no-explicit-any -- each call has a payload of its own
  readonly calls: Readonly<Record<string, (payload: any) => unknown>>
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly streams: Readonly<Record<string, (payload: any) => unknown>>
}
type CallPayload<Asked> = Asked extends (payload: infer Payload) => unknown ? Payload : never
type CallResult<Asked> = Asked extends (payload: never) => infer Answer ? Awaited<Answer> : never

export interface Channel<Remote extends Protocol> {
  readonly call: <Name extends keyof Remote['calls'] & string>(
    name: Name,
    payload: CallPayload<Remote['calls'][Name]>,
    signal?: AbortSignal,
  ) => Promise<CallResult<Remote['calls'][Name]>>
  /** The result type of the handler is that of each item in the stream. */
  readonly stream: <Name extends keyof Remote['streams'] & string>(
    name: Name,
    payload: CallPayload<Remote['streams'][Name]>,
    signal?: AbortSignal,
  ) => AsyncIterable<CallResult<Remote['streams'][Name]>>
  /** Rejects all pending calls, because the other side has ended. */
  readonly close: (reason: Error) => void
}

type Message =
  | { readonly is: 'call' | 'stream'; readonly id: number; readonly name: string; payload: unknown }
  | { readonly is: 'next' | 'abort' | 'end'; readonly id: number }
  | { readonly is: 'answer' | 'item'; readonly id: number; readonly value: unknown }
  | { readonly is: 'fault'; readonly id: number; readonly message: string; packed: unknown }

interface PendingReply {
  readonly resolve: (message: Message) => void
  readonly reject: (error: Error) => void
}

/** Calls and streams between two threads, in both directions over one port. */
export function openChannel<Remote extends Protocol>(
  port: Pick<MessagePort | Worker, 'postMessage'> & {
    readonly on: (event: 'message', listener: (message: Message) => void) => unknown
  },
  { calls, streams = {}, packError, unpackError }: ChannelHandlers,
): Channel<Remote> {
  const waiting = new Map<number, PendingReply>()
  const handling = new Map<number, { stop: AbortController; iterator?: AsyncIterator<unknown> }>()
  let nextId = 0
  let closed: Error | undefined

  const send = (message: Message) => port.postMessage(message)

  function fail(id: number, error: unknown): void {
    handling.delete(id)
    const message = error instanceof Error ? error.message : String(error)
    send({ is: 'fault', id, message, packed: packError?.(error) })
  }

  async function handleCall(id: number, name: string, payload: unknown): Promise<void> {
    const stop = new AbortController()
    handling.set(id, { stop })
    try {
      const handle = calls[name]
      if (!handle) throw new Error(`nobody answers ${name}`)
      const value = await handle(payload as never, stop.signal)
      handling.delete(id)
      send({ is: 'answer', id, value })
    } catch (error) {
      fail(id, error)
    }
  }

  function openStream(id: number, name: string, payload: unknown): void {
    const stop = new AbortController()
    try {
      const open = streams[name]
      if (!open) throw new Error(`nobody answers ${name}`)
      const iterator = open(payload as never, stop.signal)[Symbol.asyncIterator]()
      handling.set(id, { stop, iterator })
    } catch (error) {
      fail(id, error)
    }
  }

  async function sendNextItem(id: number): Promise<void> {
    try {
      const next = await handling.get(id)?.iterator?.next()
      if (!next) return
      if (next.done) {
        handling.delete(id)
        send({ is: 'end', id })
      } else send({ is: 'item', id, value: next.value })
    } catch (error) {
      fail(id, error)
    }
  }

  function cancelHandling(id: number): void {
    const serving = handling.get(id)
    serving?.stop.abort(new Error('called off'))
    if (!serving?.iterator) return
    handling.delete(id)
    void Promise.resolve(serving.iterator.return?.()).catch(() => undefined)
  }

  port.on('message', (message) => {
    switch (message.is) {
      case 'call':
        return void handleCall(message.id, message.name, message.payload)
      case 'stream':
        return openStream(message.id, message.name, message.payload)
      case 'next':
        return void sendNextItem(message.id)
      case 'abort':
        return cancelHandling(message.id)
      default: {
        const caller = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.is !== 'fault') return caller?.resolve(message)
        caller?.reject(unpackError?.(message.packed) ?? new Error(message.message))
      }
    }
  })

  function request(message: Message): Promise<Message> {
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
      payload: CallPayload<Remote['calls'][Name]>,
      signal?: AbortSignal,
    ) {
      const id = (nextId += 1)
      const done = abortWith(id, signal)
      try {
        const answer = await request({ is: 'call', id, name, payload })
        const value = answer.is === 'answer' ? answer.value : undefined
        return value as CallResult<Remote['calls'][Name]>
      } finally {
        done()
      }
    },
    async *stream<Name extends keyof Remote['streams'] & string>(
      name: Name,
      payload: CallPayload<Remote['streams'][Name]>,
      signal?: AbortSignal,
    ) {
      const id = (nextId += 1)
      const done = abortWith(id, signal)
      let isOver = false
      send({ is: 'stream', id, name, payload })
      try {
        for (;;) {
          const next = await request({ is: 'next', id })
          isOver = next.is !== 'item'
          if (next.is !== 'item') return
          yield next.value as CallResult<Remote['streams'][Name]>
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
      for (const id of handling.keys()) cancelHandling(id)
    },
  }
}
