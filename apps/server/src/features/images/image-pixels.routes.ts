import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { refuse, routes } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import type { FastifyReply } from 'fastify'
import type { MountRaw } from '../../http/mount.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import { createPixelReader } from './pixels/image-pixels.service.ts'
import type { PixelDeps } from './pixels/image-pixels.service.ts'
import * as images from './images.queries.ts'

/**
 * Part of every ETag: raise it when the pixel data or the overlays are encoded differently, so that
 * cached ones are not reused.
 */
const encodingVersion = 1

/** Sends 304 if the client has the content with this tag. */
function isKnown(reply: FastifyReply, tag: string | undefined): boolean {
  const known = reply.request.headers['if-none-match']?.split(/\s*,\s*/u)
  return tag !== undefined && known?.includes(tag) === true
}

const createHeaders = (tag: string | undefined) => ({
  vary: 'authorization',
  ...(tag === undefined ? {} : { etag: tag }),
})

const acceptsGzip = ({ request }: FastifyReply) =>
  /\bgzip\b/u.test([request.headers['accept-encoding']].join())

export function imagePixelRoutes(
  mountRaw: MountRaw,
  { stopping, ...deps }: PixelDeps & { readonly stopping: AbortSignal },
) {
  const readFrame = createPixelReader(deps)
  const type = { 'content-type': 'application/octet-stream' }

  mountRaw(routes.image.pixels, async ({ db, params, query }, reply) => {
    const recorded = (await images.findFile(db, params.id)) ?? refuse('record/not-found')
    const { frame = 1 } = query
    const { sha256 } = recorded
    const tag = sha256 === '' ? undefined : `"${sha256}-p${frame}-${encodingVersion}"`
    const headers = createHeaders(tag)
    if (isKnown(reply, tag)) return reply.code(304).headers(headers).send()
    const signal = abortOnDisconnect(reply.raw, { stopping })
    const request = { part: 'numbers', frame: frame - 1, signal } as const
    const { bytes, length } = await readFrame(recorded, request)
    return sendBytes(reply, bytes, {
      signal,
      headers: { ...headers, ...type, 'content-length': length },
    })
  })

  mountRaw(routes.image.overlay, async ({ db, params, query }, reply) => {
    const recorded = (await images.findFile(db, params.id)) ?? refuse('record/not-found')
    const { frame = 1 } = query
    const { sha256 } = recorded
    const tag = sha256 === '' ? undefined : `"${sha256}-o${frame}-${encodingVersion}"`
    const headers = createHeaders(tag)
    if (isKnown(reply, tag)) return reply.code(304).headers(headers).send()
    const signal = abortOnDisconnect(reply.raw, { stopping })
    const request = { part: 'planes', frame: frame - 1, signal } as const
    const whole = await buffer((await readFrame(recorded, request)).bytes)
    // Two markers in an image of 20 million pixels shrink from 2.5 MB to a few kB.
    if (!acceptsGzip(reply)) return reply.headers({ ...headers, ...type }).send(whole)
    const packed = await promisify(gzip)(whole)
    const encoded = { ...headers, ...type, 'content-encoding': 'gzip' }
    return reply.headers({ ...encoded, vary: 'authorization, accept-encoding' }).send(packed)
  })
}
