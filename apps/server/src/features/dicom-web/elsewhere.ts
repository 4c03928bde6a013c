import { Refusal, pathOf, refuse } from '@talus/contract'
import type { Variant } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { MountRaw } from '../../http/mount.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import { connectionFault } from '../../outbound/connection-fault.ts'
import { sendJson } from './answer.ts'
import type { Answers } from './answer.ts'
import { queryOf } from './query.ts'

export interface ElsewhereSettings {
  readonly url: string
  readonly variant: Variant
  readonly apiBase: string
  readonly answers: Answers
}

/** Another archive, that is asked for what is not in ours. */
export interface Elsewhere {
  /** Its studies belong to no clinic of ours: only who would be shown those of all of them sees them. */
  readonly mayBeAskedBy: (db: ClinicDb) => boolean
  /** The path begins with `/dicom-web`, and was put together from what has been checked. */
  readonly ask: (reply: FastifyReply, path: string, query: URLSearchParams) => Promise<FastifyReply>
}

/** Until it answers, and then between two pieces of an answer. */
const silenceMs = 30_000
/** Addresses in it are replaced, for which it is held in memory: some thousand instances. */
const jsonBytesMax = 128 * 1024 * 1024
const passedHeaders = ['content-length', 'etag', 'warning'] as const
const passedTypes =
  /^(?:application\/(?:dicom(?:\+json)?|json|octet-stream)|multipart\/related|image\/[\w.+-]+|video\/[\w.+-]+)(?:;|$)/iu
const plainLine = /^[\x20-\x7E]{0,1000}$/u

export function otherArchive({ url, variant, apiBase, answers }: ElsewhereSettings): Elsewhere {
  const { username, password, ...place } = partsOf(url)
  const authorization =
    username === '' ? {} : { authorization: `Basic ${btoa(`${username}:${password}`)}` }

  async function ask(reply: FastifyReply, path: string, query: URLSearchParams) {
    const accept = queryOf(reply.request.query).one('accept') ?? reply.request.headers.accept
    const silence = silenceTimer()
    const signal = AbortSignal.any([answers.begin(reply), silence.signal])
    const search = query.size === 0 ? '' : `?${query.toString()}`
    const address = `${place.root}${path.replace(/^\/dicom-web/u, '')}${search}`
    try {
      const answer = await fetch(address, {
        // Nothing of the caller goes along but what he can read: no token, no address.
        headers: {
          ...authorization,
          accept: accept !== undefined && plainLine.test(accept) ? accept : '*/*',
          'accept-encoding': 'identity',
        },
        // Whoever answers for the archive could send us anywhere, with its password.
        redirect: 'manual',
        signal,
      })
      return await passOn(reply, answer, signal, silence.again)
    } catch (error) {
      if (reply.sent || error instanceof Refusal) throw error
      if (silence.signal.aborted) refuse('connection/time-out', { values: place })
      if (signal.aborted) refuse('server/unavailable')
      throw connectionFault(
        error instanceof Error ? (error.cause ?? error) : error,
        place,
        'connect',
      )
    } finally {
      silence.stop()
    }
  }

  async function passOn(
    reply: FastifyReply,
    answer: Response,
    signal: AbortSignal,
    again: () => void,
  ): Promise<FastifyReply> {
    const type = answer.headers.get('content-type') ?? ''
    const isPassed = answer.ok && (answer.status === 204 || passedTypes.test(type))
    if (!isPassed) {
      await answer.body?.cancel()
      refuseFor(answer.status, place.host)
    }
    for (const name of passedHeaders) {
      const value = answer.headers.get(name)
      if (value !== null && plainLine.test(value)) void reply.header(name, value)
    }
    if (answer.status === 204) return sendJson(reply, 'application/dicom+json', '[]')
    const bytes = answer.body ? noticed(answer.body, again) : empty()
    if (!/json/iu.test(type))
      return sendBytes(reply.code(answer.status), bytes, {
        headers: { 'content-type': type },
        signal,
      })
    const text = await textOf(bytes)
    void reply.removeHeader('content-length')
    // It tells addresses of its own, which only we can reach.
    const own = text.replaceAll(`${place.root}/`, () => `${apiBase}dicom-web/`)
    return sendJson(reply, type, own)
  }

  return { ask, mayBeAskedBy: (db) => variant === 'local' || db.reach === 'every-clinic' }
}

function partsOf(text: string) {
  const url = new URL(text)
  return {
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    root: `${url.origin}${url.pathname.replace(/\/+$/u, '')}`,
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
  }
}

/** A 401 of the other archive is not one of ours: it would sign our user out. */
function refuseFor(status: number, host: string): never {
  if (status === 404) refuse('record/not-found')
  if (status === 400) refuse('request/malformed')
  if (status === 406) refuse('web/not-acceptable')
  refuse('web/archive-failed', { values: { host, status } })
}

function silenceTimer() {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error('silence')), silenceMs).unref()
  return {
    signal: silence.signal,
    again: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  }
}

async function* noticed(bytes: AsyncIterable<Uint8Array>, again: () => void) {
  for await (const chunk of bytes) {
    again()
    yield chunk
  }
}

// oxlint-disable-next-line no-empty-function -- an answer without a body has no bytes
async function* empty(): AsyncGenerator<Uint8Array> {}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.byteLength
    if (length > jsonBytesMax) refuse('request/too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** How a picture is wished for; everything else that reading takes stands in the path. */
const passedParameters = ['window', 'viewport', 'quality']

/** Routes that ask the other archive where ours has nothing. */
export const readsElsewhere =
  (mountRaw: MountRaw, elsewhere: Elsewhere): MountRaw =>
  (definition, handler) =>
    mountRaw(definition, async (call, reply) => {
      try {
        return await handler(call, reply)
      } catch (error) {
        const isNowhere = error instanceof Refusal && error.code === 'record/not-found'
        const mayAsk = call.db !== undefined && elsewhere.mayBeAskedBy(call.db)
        if (!isNowhere || !mayAsk || reply.sent) throw error
        const query = queryOf(reply.request.query)
        const words = new URLSearchParams()
        for (const name of passedParameters) {
          const value = query.one(name)
          if (value !== undefined) words.set(name, value)
        }
        return elsewhere.ask(reply, pathOf(definition, call.params), words)
      }
    })
