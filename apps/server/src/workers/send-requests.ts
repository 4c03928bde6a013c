import type { Transferable } from 'node:worker_threads'
import type {
  CallsOf,
  ErrorCodec,
  Protocol,
  Request,
  Response,
  Send,
  StreamItem,
  StreamPayload,
  StreamsOf,
} from './protocol.ts'

export interface CallOptions<Progress> {
  readonly signal?: AbortSignal | undefined
  /** Buffers of the payload that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[] | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

interface Pending {
  readonly resolve: (response: Response) => void
  readonly reject: (error: Error) => void
  readonly onProgress?: ((progress: unknown) => void) | undefined
}

/** The asking half of a channel: sends requests and waits for their responses. */
export function createRequester<Remote extends Protocol>(
  send: Send,
  errors: Pick<ErrorCodec, 'unpack'> | undefined,
) {
  type Calls = CallsOf<Remote>
  type Streams = StreamsOf<Remote>
  const pending = new Map<number, Pending>()
  let lastId = 0
  let closed: Error | undefined

  function unpack({ packed, message }: Response & { readonly is: 'fault' }): Error {
    return packed && errors ? errors.unpack(packed as never) : new Error(message)
  }

  function request(
    message: Request,
    { transfer, onProgress }: CallOptions<unknown> = {},
  ): Promise<Response> {
    if (closed) return Promise.reject(closed)
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    send(message, transfer)
    pending.set(message.id, { resolve, reject, onProgress })
    return promise
  }

  function abortWith(id: number, signal: AbortSignal | undefined) {
    const abort = () => send({ is: 'abort', id })
    signal?.addEventListener('abort', abort, { once: true })
    return () => signal?.removeEventListener('abort', abort)
  }

  async function call<Name extends keyof Calls & string>(
    name: Name,
    payload: Calls[Name]['payload'],
    options: CallOptions<Calls[Name]['progress']> = {},
  ): Promise<Calls[Name]['result']> {
    const id = (lastId += 1)
    const done = abortWith(id, options.signal)
    try {
      // The other thread answers by the same protocol, so progress and result have its types.
      const asked = options as CallOptions<unknown>
      const answer = await request({ is: 'call', id, name, payload }, asked)
      return 'value' in answer ? answer.value : undefined
    } finally {
      done()
    }
  }

  async function* stream<Name extends keyof Streams & string>(
    name: Name,
    payload: StreamPayload<Streams[Name]>,
    { signal }: Pick<CallOptions<never>, 'signal'> = {},
  ): AsyncIterable<StreamItem<Streams[Name]>> {
    const id = (lastId += 1)
    const done = abortWith(id, signal)
    let isOver = false
    send({ is: 'stream', id, name, payload })
    try {
      for (;;) {
        const next = await request({ is: 'next', id })
        isOver = next.is !== 'item'
        if (next.is !== 'item') return
        yield next.value as StreamItem<Streams[Name]>
      }
    } catch (error) {
      isOver = true
      throw error
    } finally {
      done()
      if (!isOver) send({ is: 'abort', id })
    }
  }

  function receive(response: Response): void {
    const asker = pending.get(response.id)
    if (response.is === 'progress') return asker?.onProgress?.(response.value)
    pending.delete(response.id)
    if (response.is !== 'fault') return asker?.resolve(response)
    asker?.reject(unpack(response))
  }

  function close(reason: Error): void {
    closed = reason
    for (const { reject } of pending.values()) reject(reason)
    pending.clear()
  }

  return { call, stream, receive, close }
}
