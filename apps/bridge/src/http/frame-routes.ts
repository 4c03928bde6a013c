import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AcknowledgeRequest, FrameInfo, FrameList } from '@talus/contract'
import type { Spool } from '../disk/spool.ts'
import type { Log } from '../log.ts'
import { refuse } from '../refusal.ts'
import { sendJson, sendNoContent, getStreamHeaders } from './reply.ts'
import type { Route } from './router.ts'

/** Reading frames of many megabytes in smaller chunks takes twice the time. */
const chunkBytes = 1024 * 1024

/** The waiting frames, their bytes, and the server's acknowledgement that it has stored them. */
export const frameRoutes = (spool: Spool, log: Log, onAcknowledged: () => void): Route[] => [
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
    handle: ({ response, params }) =>
      sendJson(response, FrameInfo, spool.find(params.id ?? '') ?? refuse('bridge/not-found')),
  },
  {
    method: 'GET',
    path: '/frames/:id/bytes',
    access: 'server',
    handle: async ({ response, params }) => {
      const info = spool.find(params.id ?? '') ?? refuse('bridge/not-found')
      const file = await open(spool.bytesPath(info.id))
      response.writeHead(200, {
        ...getStreamHeaders('application/octet-stream', info.byteLength),
        etag: `"${info.sha256}"`,
      })
      // The frame stays, so a server that dies meanwhile can fetch it again.
      await pipeline(file.createReadStream({ highWaterMark: chunkBytes }), response).catch(
        (error: unknown) => log('fetch-broken', { id: info.id, reason: String(error) }),
      )
    },
  },
  {
    method: 'POST',
    path: '/frames/:id/acknowledge',
    access: 'server',
    handle: async ({ response, params, body }) => {
      const { sha256 } = await body(AcknowledgeRequest)
      const outcome = await spool.acknowledge(params.id ?? '', sha256)
      if (outcome === 'unknown') refuse('bridge/not-found')
      if (outcome === 'hash-differs') refuse('bridge/hash-differs')
      log('frame-acknowledged', { id: params.id })
      onAcknowledged()
      sendNoContent(response)
    },
  },
]
