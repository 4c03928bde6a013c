import type { Route } from '@talus/contract'
import { addressOf, headersOf, noticeSignOut, refusalOf, unreachable } from './call.ts'
import { pending } from './pending-requests.ts'
import { tokenStore } from './token.ts'

interface Upload {
  readonly query: Readonly<Record<string, unknown>>
  readonly file: Blob
  readonly type: string
  readonly signal: AbortSignal
  /** How many bytes of the file have gone. */
  readonly onSent: (bytes: number) => void
  /** The whole answer as far as it has come. */
  readonly onText?: (text: string) => void
}

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Sends a file as it is, and gives the whole answer as text. By XMLHttpRequest: `fetch` cannot tell
 * how much of a body has gone, and a scan of a gigabyte takes minutes.
 */
export function upload(route: Route, given: Upload): Promise<string> {
  const { query, file, type, signal, onSent, onText } = given
  const token = tokenStore.get()
  const done = pending.begin(true)
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(route.method, addressOf(route, { query }))
    for (const [name, value] of headersOf(route, token)) request.setRequestHeader(name, value)
    request.setRequestHeader('Content-Type', type)
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
    if (onText) request.addEventListener('progress', () => onText(request.responseText))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        resolve(request.responseText)
        return
      }
      const failure = refusalOf(request.status, bodyOf(request.responseText))
      noticeSignOut(route, failure, token)
      reject(failure)
    })
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('abort', () => reject(unreachable()))
    signal.addEventListener('abort', abort)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    if (signal.aborted) reject(unreachable())
    else request.send(file)
  }).finally(done)
}
