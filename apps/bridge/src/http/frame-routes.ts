import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AcknowledgeRequest, FrameInfo, FrameList } from '@talus/contract'
import type { Spool } from '../disk/spool.ts'
import type { Log } from '../log.ts'
import { refuse } from '../refusal.ts'
import { sendJson, sendNothing, streamHeaders } from './reply.ts'
import type { Route } from './router.ts'

/** Frames of many megabytes in small pieces take twice the time. */
const pieceBytes = 1024 * 1024

/** What waits for the server, its bytes, and the server's word that it has them. */
export const frameRoutes = (spool: Spool, log: Log, onGone: () => void): Route[] => [
  {
    method: 'GET',
    path: '/frames',
    access: 'server',
    handle: ({ response }) => sendJson(response, FrameList, { frames: spool.list() }),
  },
  {
    method: 'GET',
    path: '/frames/:id',
    access: 'server',
    handle: ({ response, parts }) =>
      sendJson(response, FrameInfo, spool.find(parts.id ?? '') ?? refuse('bridge/not-found')),
  },
  {
    method: 'GET',
    path: '/frames/:id/bytes',
    access: 'server',
    handle: async ({ response, parts }) => {
      const info = spool.find(parts.id ?? '') ?? refuse('bridge/not-found')
      const file = await open(spool.bytesPath(info.id))
      response.writeHead(200, {
        ...streamHeaders('application/octet-stream', info.byteLength),
        etag: `"${info.sha256}"`,
      })
      // A server that dies meanwhile asks again: the frame stays.
      await pipeline(file.createReadStream({ highWaterMark: pieceBytes }), response).catch(
        (error: unknown) => log('fetch-broken', { id: info.id, reason: String(error) }),
      )
    },
  },
  {
    method: 'POST',
    path: '/frames/:id/acknowledge',
    access: 'server',
    handle: async ({ response, parts, body }) => {
      const { sha256 } = await body(AcknowledgeRequest)
      const outcome = await spool.acknowledge(parts.id ?? '', sha256)
      if (outcome === 'unknown') refuse('bridge/not-found')
      if (outcome === 'hash-differs') refuse('bridge/hash-differs')
      log('frame-acknowledged', { id: parts.id })
      onGone()
      sendNothing(response)
    },
  },
]
