import i18next from 'i18next'
import { buildPath, formatWorkplace, workplaceHeader } from '@talus/contract'
import type { RouteResponse, RouteRequest, Route } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { buildFormData } from './form-data.ts'
import type { FormInput } from './form-data.ts'
import { ApiError, parseErrorReply } from './api-error.ts'
import { apiBase } from './page-settings.ts'
import { pendingRequests } from './pending-requests.ts'
import { contactFailures, isContactFailure } from './server-contact.ts'
import { recordIdentity } from './server-identity.ts'
import { tokenStore } from './token.ts'
import { workplaceStore } from './workplace.ts'

export { getErrorMessage } from './error-message.ts'

export interface CallSettings {
  readonly signal?: AbortSignal | undefined
  /** The request is not counted as work in progress: for background requests. */
  readonly isQuiet?: boolean
  /** The browser completes the request although the page is being closed; for a few bytes only. */
  readonly outlivesPage?: boolean
  /** The tag of a kept response: the server answers 304 if it is still valid. */
  readonly knownTag?: string | undefined
}

interface LooseCall {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly form?: FormInput
}

type SignedOutListener = (error: ApiError) => void
let signedOutListener: SignedOutListener = () => {}
export const onSignedOut = (listener: SignedOutListener) => {
  signedOutListener = listener
}

let forbiddenListener = () => {}
/** The listener is called when the user lacks the permission for a call of the page. */
export const onForbidden = (listener: () => void) => {
  forbiddenListener = listener
}

const omitUndefined = (query: Readonly<Record<string, unknown>> = {}) =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)])

/** Builds a URL below our own API base only, so that the token cannot reach another origin. */
export function buildUrl(route: Pick<Route, 'path'>, { params, query }: LooseCall): string {
  const search = new URLSearchParams(omitUndefined(query)).toString()
  return `${apiBase}${buildPath(route, params)}${search && `?${search}`}`
}

/** Converts an error response to an error, with the message of the server if it sent one. */
export function toApiError(status: number, body: unknown): ApiError {
  const reply = parseErrorReply(body)
  return new ApiError(status, reply.message ?? i18next.t('errors:unknown'), reply)
}

export const createNetworkError = () => new ApiError(0, i18next.t('errors:network'))

/** Signs out on a 401; a late response to an earlier sign-in must not end the current session. */
export function signOutIfUnauthorized(route: Route, failure: ApiError, token: string | undefined) {
  if (failure.status === 401 && route.needs !== 'nothing' && token === tokenStore.get())
    signedOutListener(failure)
}

/** The headers of every request. */
export function createHeaders(route: Route, token: string | undefined): Headers {
  const headers = new Headers({
    Accept: route.produces ?? 'application/json',
    'Accept-Language': document.documentElement.lang,
    'Cache-Control': 'no-cache',
    Pragma: 'no-cache',
  })
  if (token && route.needs !== 'nothing') headers.set('Authorization', `Bearer ${token}`)
  const workplace = formatWorkplace(workplaceStore.get())
  if (workplace !== '') headers.set(workplaceHeader, workplace)
  return headers
}

/** The body of a request; the browser sets the content type of a form, with its boundary. */
function createBody({ body, form }: LooseCall): string | FormData | undefined {
  if (form) return buildFormData(form)
  return body === undefined ? undefined : JSON.stringify(body)
}

/** The page then asks whether the server can be reached; that question itself starts no other. */
function reportContactFailure({ path }: Route) {
  if (path !== routes.account.alive.path) contactFailures.set((count) => count + 1)
}

/** Sends a request, which counts as work in progress until its response has been read. */
async function send<Result>(
  route: Route,
  input: LooseCall,
  { signal, isQuiet, outlivesPage, knownTag }: CallSettings,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const token = tokenStore.get()
  const headers = createHeaders(route, token)
  const body = createBody(input)
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  if (knownTag !== undefined) headers.set('If-None-Match', knownTag)

  const done = isQuiet ? () => {} : pendingRequests.begin(route.method !== 'GET')
  try {
    const response = await fetch(buildUrl(route, input), {
      method: route.method,
      headers,
      credentials: 'same-origin',
      // A redirect could send the token to another origin.
      redirect: 'error',
      signal: signal ?? null,
      ...(outlivesPage && { keepalive: true }),
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error
      reportContactFailure(route)
      throw createNetworkError()
    })
    recordIdentity(response.headers)
    if (response.ok || (response.status === 304 && knownTag !== undefined))
      return await read(response)
    const reply: unknown = await response.json().catch(() => undefined)
    if (isContactFailure(response.status)) reportContactFailure(route)
    const failure = toApiError(response.status, reply)
    signOutIfUnauthorized(route, failure, token)
    if (failure.code === 'access/forbidden' && token === tokenStore.get()) forbiddenListener()
    throw failure
  } finally {
    done()
  }
}

/** Calls a route and returns the response headers too, for the few callers that read them. */
export async function callWithHeaders<Definition extends Route>(
  route: Definition,
  input: RouteRequest<Definition, File>,
  callSettings: CallSettings = {},
): Promise<{ data: RouteResponse<Definition>; headers: Headers }> {
  return send(route, input as LooseCall, callSettings, async (response) => {
    const type = response.headers.get('content-type') ?? ''
    // A page instead of data is from a sign-in page of the network or a proxy, not from Talus.
    if (type.includes('text/html')) {
      reportContactFailure(route)
      throw createNetworkError()
    }
    const isJson = type.includes('json')
    const data: unknown = isJson ? await response.json() : undefined
    // The server validates its responses against the same contract, so they are not checked twice.
    return { data: data as RouteResponse<Definition>, headers: response.headers }
  })
}

export const call = async <Definition extends Route>(
  route: Definition,
  input: RouteRequest<Definition, File>,
  callSettings?: CallSettings,
): Promise<RouteResponse<Definition>> => (await callWithHeaders(route, input, callSettings)).data

/** Calls a route whose response is not JSON: `read` consumes it and returns the result. */
export const callRaw = <Definition extends Route, Result>(
  route: Definition,
  input: RouteRequest<Definition, File>,
  read: (response: Response) => Promise<Result>,
  callSettings: CallSettings = {},
): Promise<Result> => send(route, input as LooseCall, callSettings, read)

/** Loads a whole file into memory; for small files. */
export const callForFile = <Definition extends Route>(
  route: Definition,
  input: RouteRequest<Definition, File>,
  callSettings?: CallSettings,
): Promise<Blob> =>
  callRaw(
    route,
    input,
    (response) =>
      response.blob().catch((error: unknown) => {
        if (callSettings?.signal?.aborted) throw error
        throw createNetworkError()
      }),
    callSettings,
  )
