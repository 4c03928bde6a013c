import type { CallOf, Route } from '@talus/contract'
import { ApiError } from './api-error.ts'
import { callRaw } from './call.ts'
import { eventReader } from './stream-text.ts'

const firstWaitMs = 1000
const usualLongestWaitMs = 30_000

export interface StreamListener {
  /** Made anew for each connection: half an event of the last one belongs to nobody. */
  readonly reader: () => (text: string) => void
  readonly onOpen?: () => void
  /** The connection has ended or could not be made; not told after `signal`. */
  readonly onClose?: (error: unknown) => void
  readonly longestWaitMs?: number
}

/** By `fetch`: the browser's own EventSource cannot carry the token. */
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

/** Signed out, not allowed, or not there: asking again would get the same answer. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && ((error.status >= 400 && error.status < 500) || error.status === 501)

/** Listens until `signal` says so; a connection that breaks is made again, ever more patiently. */
export async function followStream<Definition extends Route>(
  route: Definition,
  given: CallOf<Definition>,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  const { reader, onOpen, onClose, longestWaitMs = usualLongestWaitMs } = listener
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    let failure: unknown
    try {
      await callRaw(
        route,
        given,
        (response) => {
          onOpen?.()
          const read = reader()
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
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}

/** The data of server-sent events. */
export const followEvents = <Definition extends Route>(
  route: Definition,
  given: CallOf<Definition>,
  onEvent: (data: string) => void,
  signal: AbortSignal,
): Promise<void> =>
  followStream(route, given, { reader: () => eventReader(({ data }) => onEvent(data)) }, signal)
