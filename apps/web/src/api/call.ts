import i18next from 'i18next'
import { pathOf } from '@talus/contract'
import type { AnswerOf, CallOf, Route } from '@talus/contract'
import { ApiError, errorText, replyOf } from './api-error.ts'
import { apiBase } from './page-settings.ts'
import { pending } from './pending-requests.ts'
import { recordIdentity } from './server-identity.ts'
import { tokenStore } from './token.ts'

export interface CallSettings {
  readonly signal?: AbortSignal | undefined
  /** Not counted as work in progress: for what runs unseen in the background. */
  readonly isQuiet?: boolean
  /** Sent to its end although the page is being closed; for a few bytes only. */
  readonly outlivesPage?: boolean
}

interface LooseCall {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

type SignedOut = (error: ApiError) => void
let whenSignedOut: SignedOut = () => {}
export const onSignedOut = (listener: SignedOut) => {
  whenSignedOut = listener
}

const withoutUndefined = (query: Readonly<Record<string, unknown>> = {}) =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)])

/** Below our own API base and nowhere else, so that the token cannot reach another origin. */
export function addressOf(route: Pick<Route, 'path'>, { params, query }: LooseCall): string {
  const search = new URLSearchParams(withoutUndefined(query)).toString()
  return `${apiBase}${pathOf(route, params)}${search && `?${search}`}`
}

/** What a refusal says, in the server's words if it has any. */
export function refusalOf(status: number, body: unknown): ApiError {
  const reply = replyOf(body)
  return new ApiError(status, reply.message ?? i18next.t('errors:unknown'), reply)
}

export const unreachable = () => new ApiError(0, i18next.t('errors:network'))

/** Signs out on a 401; a stale answer to an earlier sign-in must not end the present one. */
export function noticeSignOut(route: Route, failure: ApiError, token: string | undefined) {
  if (failure.status === 401 && route.needs !== 'nothing' && token === tokenStore.get())
    whenSignedOut(failure)
}

/** What every request says of itself. */
export function headersOf(route: Route, token: string | undefined): Headers {
  const headers = new Headers({
    Accept: route.produces ?? 'application/json',
    'Accept-Language': document.documentElement.lang,
    'Cache-Control': 'no-cache',
    Pragma: 'no-cache',
  })
  if (token && route.needs !== 'nothing') headers.set('Authorization', `Bearer ${token}`)
  return headers
}

/** Sends, and counts as work in progress until what it brought has been read to its end. */
async function send<Result>(
  route: Route,
  given: LooseCall,
  { signal, isQuiet, outlivesPage }: CallSettings,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const token = tokenStore.get()
  const headers = headersOf(route, token)
  if (given.body !== undefined) headers.set('Content-Type', 'application/json')

  const done = isQuiet ? () => {} : pending.begin(route.method !== 'GET')
  try {
    const response = await fetch(addressOf(route, given), {
      method: route.method,
      headers,
      credentials: 'same-origin',
      // A redirect to elsewhere would take the token along.
      redirect: 'error',
      signal: signal ?? null,
      ...(outlivesPage && { keepalive: true }),
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw unreachable()
    })
    recordIdentity(response.headers)
    if (response.ok) return await read(response)
    const body: unknown = await response.json().catch(() => undefined)
    const failure = refusalOf(response.status, body)
    noticeSignOut(route, failure, token)
    throw failure
  } finally {
    done()
  }
}

/** Calls a route and gives the raw answer too, for the few that read its headers. */
export async function callWithHeaders<Definition extends Route>(
  route: Definition,
  given: CallOf<Definition>,
  callSettings: CallSettings = {},
): Promise<{ data: AnswerOf<Definition>; headers: Headers }> {
  return send(route, given as LooseCall, callSettings, async (response) => {
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const data: unknown = isJson ? await response.json() : undefined
    // The server checks its answers against the same contract, so they are not checked twice.
    return { data: data as AnswerOf<Definition>, headers: response.headers }
  })
}

export const call = async <Definition extends Route>(
  route: Definition,
  given: CallOf<Definition>,
  callSettings?: CallSettings,
): Promise<AnswerOf<Definition>> => (await callWithHeaders(route, given, callSettings)).data

/** For an answer that is not JSON: `read` is given it as it comes, and says what became of it. */
export const callRaw = <Definition extends Route, Result>(
  route: Definition,
  given: CallOf<Definition>,
  read: (response: Response) => Promise<Result>,
  callSettings: CallSettings = {},
): Promise<Result> => send(route, given as LooseCall, callSettings, read)

/** A whole file, in memory: for what is small. */
export const callForFile = <Definition extends Route>(
  route: Definition,
  given: CallOf<Definition>,
  callSettings?: CallSettings,
): Promise<Blob> =>
  callRaw(
    route,
    given,
    (response) =>
      response.blob().catch((error: unknown) => {
        if (callSettings?.signal?.aborted) throw error
        throw unreachable()
      }),
    callSettings,
  )

/** The words for an error, whatever it is. */
export const wordsOf = (error: unknown) => errorText(error, i18next.t('errors:unknown'))
