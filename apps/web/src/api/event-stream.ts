import type { EventTopic } from '@talus/contract'
import { ApiError } from './api-error.ts'
import { createEventReader } from './stream-parser.ts'
import { followTopic } from './tab-stream.ts'

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

/** Follows the topic until `signal` is aborted; subscribes again with exponential back-off. */
export async function subscribeToStream(
  topic: EventTopic,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  const { createReader, onOpen, onClose, maxWaitMs = defaultMaxWaitMs } = listener
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    let failure: unknown
    let read = createReader()
    const events = {
      onOpen: () => {
        onOpen?.()
        read = createReader()
      },
      onText: (text: string) => {
        waitMs = firstWaitMs
        read(text)
      },
    }
    try {
      await followTopic(topic, events, signal)
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
export const subscribeToEvents = (
  topic: EventTopic,
  onEvent: (data: string) => void,
  signal: AbortSignal,
): Promise<void> =>
  subscribeToStream(
    topic,
    { createReader: () => createEventReader(({ data }) => onEvent(data)) },
    signal,
  )
