import type { Route, RouteResponse } from '@talus/contract'
import {
  buildUrl,
  createHeaders,
  signOutIfUnauthorized,
  toApiError,
  createNetworkError,
} from './call.ts'
import { buildFormData } from './form-data.ts'
import type { FormInput } from './form-data.ts'
import { pendingRequests } from './pending-requests.ts'
import { tokenStore } from './token.ts'

export interface UploadProgress {
  readonly signal: AbortSignal
  /** Called with the number of bytes sent so far. */
  readonly onSent: (bytes: number) => void
}

interface UploadOptions extends UploadProgress {
  readonly query?: Readonly<Record<string, unknown>>
  readonly body: Blob | FormData
  /** The content type of a file; the browser sets that of a form, with its boundary. */
  readonly type?: string
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
 * Sends a file or a form as the request body and returns the response text. It uses XMLHttpRequest, because
 * `fetch` does not report upload progress, and a scan of a gigabyte takes minutes.
 */
export function upload(route: Route, options: UploadOptions): Promise<string> {
  const { query = {}, body, type, signal, onSent, onText } = options
  const token = tokenStore.get()
  const done = pendingRequests.begin(true)
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(route.method, buildUrl(route, { query }))
    for (const [name, value] of createHeaders(route, token)) request.setRequestHeader(name, value)
    if (type !== undefined) request.setRequestHeader('Content-Type', type)
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
    else request.send(body)
  }).finally(done)
}

/** Sends a form with files like `call`, and reports its progress. */
export async function uploadForm<Definition extends Route>(
  route: Definition,
  form: FormInput,
  progress: UploadProgress,
): Promise<RouteResponse<Definition>> {
  const text = await upload(route, { body: buildFormData(form), ...progress })
  // The server validates its responses against the same contract, so they are not checked twice.
  return parseJson(text) as RouteResponse<Definition>
}
