import type { CallOf, Route } from '@talus/contract'
import { ApiError } from './api-error.ts'
import { callRaw } from './call.ts'

const firstWaitMs = 1000
const longestWaitMs = 30_000

/** Server-sent events by `fetch`: the browser's own EventSource cannot carry the token. */
async function readEvents(response: Response, onEvent: (data: string) => void): Promise<void> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data:'))
      if (data !== undefined) onEvent(data.slice('data:'.length).trim())
    }
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

/** Listens until `signal` says so; a connection that breaks is made again, ever more patiently. */
export async function followEvents<Definition extends Route>(
  route: Definition,
  given: CallOf<Definition>,
  onEvent: (data: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    try {
      await callRaw(
        route,
        given,
        (response) =>
          readEvents(response, (data) => {
            waitMs = firstWaitMs
            onEvent(data)
          }),
        { signal, isQuiet: true },
      )
    } catch (error) {
      // Signed out, not allowed, or not there: asking again would get the same answer.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return
    }
    await pause(waitMs, signal)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}
