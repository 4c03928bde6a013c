import { Refusal, buildPath, refuse } from '@talus/contract'
import type { Actor, Variant } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import type { FastifyReply } from 'fastify'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { MountRaw } from '../../http/mount.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import { toConnectionRefusal } from '../../outbound/connection-refusal.ts'
import { sendJson } from './responses.ts'
import { hasOneClinic } from './instances.queries.ts'
import { parseQuery } from './query.ts'

export interface ProxySettings {
  readonly url: string
  readonly variant: Variant
  readonly apiBase: string
  readonly stopping: AbortSignal
}

/** A proxy to another archive for studies that this one does not have. */
export interface DicomWebProxy {
  /**
   * Its studies belong to no clinic of this server: only a user who may see all clinics may see
   * them, or the users of the only clinic of a local server, and no program with the key of a clinic.
   */
  readonly isAllowedFor: (call: {
    readonly db: ClinicDb
    readonly actor: Actor
  }) => Promise<boolean>
  /** The path begins with `/dicom-web`, and consists of validated parts. */
  readonly forward: (
    reply: FastifyReply,
    path: string,
    query: URLSearchParams,
  ) => Promise<FastifyReply>
}

/** The timeout until the remote server responds, and then between two chunks of its response. */
const timeoutMs = 30_000
/** JSON is held in memory to replace its URLs: some thousand instances. */
const jsonBytesMax = 128 * 1024 * 1024
const forwardedHeaders = ['content-length', 'etag', 'warning'] as const
const forwardedTypes =
  /^(?:application\/(?:dicom(?:\+json)?|json|octet-stream)|multipart\/related|image\/[\w.+-]+|video\/[\w.+-]+)(?:;|$)/iu
const printableAscii = /^[\x20-\x7E]{0,1000}$/u

export function createProxy({ url, variant, apiBase, stopping }: ProxySettings): DicomWebProxy {
  const { username, password, ...remote } = parseUrl(url)
  const authorization =
    username === '' ? {} : { authorization: `Basic ${btoa(`${username}:${password}`)}` }

  async function forward(reply: FastifyReply, path: string, query: URLSearchParams) {
    const accept = parseQuery(reply.request.query).one('accept') ?? reply.request.headers.accept
    const timeout = createTimeout()
    const signal = AbortSignal.any([abortOnDisconnect(reply.raw, { stopping }), timeout.signal])
    const search = query.size === 0 ? '' : `?${query.toString()}`
    const address = `${remote.root}${path.replace(/^\/dicom-web/u, '')}${search}`
    try {
      const response = await fetch(address, {
        // Forwards nothing of the caller but what they accept: no token, no IP address.
        headers: {
          ...authorization,
          accept: accept !== undefined && printableAscii.test(accept) ? accept : '*/*',
          'accept-encoding': 'identity',
        },
        // The remote server could redirect us anywhere, with its password.
        redirect: 'manual',
        signal,
      })
      return await forwardResponse(reply, response, signal, timeout.refresh)
    } catch (error) {
      if (reply.sent || error instanceof Refusal) throw error
      if (timeout.signal.aborted) refuse('connection/time-out', { values: remote })
      if (signal.aborted) refuse('server/unavailable')
      throw toConnectionRefusal(
        error instanceof Error ? (error.cause ?? error) : error,
        remote,
        'connect',
      )
    } finally {
      timeout.stop()
    }
  }

  async function forwardResponse(
    reply: FastifyReply,
    response: Response,
    signal: AbortSignal,
    refresh: () => void,
  ): Promise<FastifyReply> {
    const type = response.headers.get('content-type') ?? ''
    const isForwarded = response.ok && (response.status === 204 || forwardedTypes.test(type))
    if (!isForwarded) {
      await response.body?.cancel()
      refuseStatus(response.status, remote.host)
    }
    for (const name of forwardedHeaders) {
      const value = response.headers.get(name)
      if (value !== null && printableAscii.test(value)) void reply.header(name, value)
    }
    if (response.status === 204) return sendJson(reply, 'application/dicom+json', '[]')
    const bytes = response.body ? withProgress(response.body, refresh) : emptyBody()
    if (!/json/iu.test(type))
      return sendBytes(reply.code(response.status), bytes, {
        headers: { 'content-type': type },
        signal,
      })
    const text = await readText(bytes)
    void reply.removeHeader('content-length')
    // The response contains URLs of the remote server, which only this server can reach.
    const rewritten = text.replaceAll(`${remote.root}/`, () => `${apiBase}dicom-web/`)
    return sendJson(reply, type, rewritten)
  }

  const isAllowedFor: DicomWebProxy['isAllowedFor'] = async ({ db, actor }) => {
    if (actor.isService) return false
    if (db.reach === 'every-clinic') return true
    return variant === 'local' && (await hasOneClinic(db.unscopedDb))
  }
  return { forward, isAllowedFor }
}

function parseUrl(text: string) {
  const url = new URL(text)
  return {
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    root: `${url.origin}${url.pathname.replace(/\/+$/u, '')}`,
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
  }
}

/** A 401 of the remote archive must not be passed on: it would sign our user out. */
function refuseStatus(status: number, host: string): never {
  if (status === 404) refuse('record/not-found')
  if (status === 400) refuse('request/malformed')
  if (status === 406) refuse('web/not-acceptable')
  refuse('web/archive-failed', { values: { host, status } })
}

function createTimeout() {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Error('timeout')), timeoutMs).unref()
  return {
    signal: timeout.signal,
    refresh: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  }
}

async function* withProgress(bytes: AsyncIterable<Uint8Array>, refresh: () => void) {
  for await (const chunk of bytes) {
    refresh()
    yield chunk
  }
}

// oxlint-disable-next-line no-empty-function -- a response without a body has no bytes
async function* emptyBody(): AsyncGenerator<Uint8Array> {}

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.byteLength
    if (length > jsonBytesMax) refuse('request/too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The rendering parameters; everything else that retrieval needs is in the path. */
const forwardedParameters = ['window', 'viewport', 'quality']

/** Mounts routes that forward to the remote archive if this one has nothing. */
export const mountWithProxy =
  (mountRaw: MountRaw, proxy: DicomWebProxy): MountRaw =>
  (definition, handler) =>
    mountRaw(definition, async (call, reply) => {
      try {
        return await handler(call, reply)
      } catch (error) {
        const isNotFound = error instanceof Refusal && error.code === 'record/not-found'
        const { db, actor } = call
        const mayForward =
          db !== undefined && actor !== undefined && (await proxy.isAllowedFor({ db, actor }))
        if (!isNotFound || !mayForward || reply.sent) throw error
        const query = parseQuery(reply.request.query)
        const forwarded = new URLSearchParams()
        for (const name of forwardedParameters) {
          const value = query.one(name)
          if (value !== undefined) forwarded.set(name, value)
        }
        return proxy.forward(reply, buildPath(definition, call.params), forwarded)
      }
    })
