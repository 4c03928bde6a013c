import type { RouteRequest, Route } from '@talus/contract'
import { ApiError } from './api-error.ts'
import { callRaw } from './call.ts'
import { createEventReader } from './stream-parser.ts'

const firstWaitMs = 1000
const defaultMaxWaitMs = 30_000

export interface StreamListener {
  /** Called for each connection, so that half an event of the last connection is dropped. */
  readonly createReader: () => (text: string) => void
  readonly onOpen?: () => void
  /** The connection has ended or could not be made; not called once `signal` is aborted. */
  readonly onClose?: (error: unknown) => void
  readonly maxWaitMs?: number
}

/** Uses `fetch`, because the browser's EventSource cannot send the token. */
async function readText(response: Response, onText: (text: string) => void): Promise<void> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onText(value)
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Signed out, forbidden, or not found: a retry would get the same response. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && ((error.status >= 400 && error.status < 500) || error.status === 501)

/** Reads the stream until `signal` is aborted; reconnects with exponential back-off. */
export async function subscribeToStream<Definition extends Route>(
  route: Definition,
  input: RouteRequest<Definition>,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  const { createReader, onOpen, onClose, maxWaitMs = defaultMaxWaitMs } = listener
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    let failure: unknown
    try {
      await callRaw(
        route,
        input,
        (response) => {
          onOpen?.()
          const read = createReader()
          return readText(response, (text) => {
            waitMs = firstWaitMs
            read(text)
          })
        },
        { signal, isQuiet: true },
      )
    } catch (error) {
      failure = error
    }
    if (signal.aborted) return
    onClose?.(failure)
    if (isFinal(failure)) return
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, maxWaitMs)
  }
}

/** Subscribes to server-sent events; `onEvent` receives their data. */
export const subscribeToEvents = <Definition extends Route>(
  route: Definition,
  input: RouteRequest<Definition>,
  onEvent: (data: string) => void,
  signal: AbortSignal,
): Promise<void> =>
  subscribeToStream(
    route,
    input,
    { createReader: () => createEventReader(({ data }) => onEvent(data)) },
    signal,
  )
