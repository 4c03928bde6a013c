import type { Route } from '@talus/contract'
import {
  buildUrl,
  createHeaders,
  signOutIfUnauthorized,
  toApiError,
  createNetworkError,
} from './call.ts'
import { pendingRequests } from './pending-requests.ts'
import { tokenStore } from './token.ts'

interface UploadOptions {
  readonly query: Readonly<Record<string, unknown>>
  readonly file: Blob
  readonly type: string
  readonly signal: AbortSignal
  /** Called with the number of bytes sent so far. */
  readonly onSent: (bytes: number) => void
  /** Called with the response text received so far. */
  readonly onText?: (text: string) => void
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Sends a file as the request body and returns the response text. It uses XMLHttpRequest, because
 * `fetch` does not report upload progress, and a scan of a gigabyte takes minutes.
 */
export function upload(route: Route, options: UploadOptions): Promise<string> {
  const { query, file, type, signal, onSent, onText } = options
  const token = tokenStore.get()
  const done = pendingRequests.begin(true)
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(route.method, buildUrl(route, { query }))
    for (const [name, value] of createHeaders(route, token)) request.setRequestHeader(name, value)
    request.setRequestHeader('Content-Type', type)
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
    if (onText) request.addEventListener('progress', () => onText(request.responseText))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        resolve(request.responseText)
        return
      }
      const failure = toApiError(request.status, parseJson(request.responseText))
      signOutIfUnauthorized(route, failure, token)
      reject(failure)
    })
    request.addEventListener('error', () => reject(createNetworkError()))
    request.addEventListener('abort', () => reject(createNetworkError()))
    signal.addEventListener('abort', abort)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    if (signal.aborted) reject(createNetworkError())
    else request.send(file)
  }).finally(done)
}
