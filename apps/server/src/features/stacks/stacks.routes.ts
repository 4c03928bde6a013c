import { createHash } from 'node:crypto'
import { refuse, routes } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount, MountRaw } from '../../http/mount.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import { correctPosition } from './position/correct-position.service.ts'
import { packVersion } from './slices/kept-file.ts'
import type { KeptSlices } from './slices/kept-slices.ts'
import type { SlicePrefetch } from './slices/slice-prefetch.ts'
import { streamSlices } from './slices/slice-stream.ts'
import { createStackReader } from './stacks.service.ts'
import type { StackDeps } from './stacks.service.ts'

export interface StackRouteDeps extends StackDeps {
  readonly clock: Clock
  readonly kept: KeptSlices
  readonly prefetch: Pick<SlicePrefetch, 'pauseDuring'>
}

export function stackRoutes(mount: Mount, mountRaw: MountRaw, deps: StackRouteDeps) {
  const { clock, kept, prefetch, log } = deps
  const stopping = new AbortController()
  const reader = createStackReader(deps)

  mount(routes.stack.ofStudy, ({ db, params }) => reader.list(db, params.studyId))

  mountRaw(routes.stack.slices, async ({ db, params, query }, reply) => {
    const { stack, images } = await reader.find(db, params.studyId, params.key)
    const { phase = 0, around } = query
    const slices = stack.phases[phase]?.slices ?? refuse('record/not-found')
    const first = query.first ?? Math.floor(slices.length / 2)
    const files = slices.map(({ imageId }) => images.get(imageId)?.sha256)
    const named = JSON.stringify([params.key, phase, first, around, packVersion, files])
    const etag = `"${createHash('sha256').update(named).digest('base64url')}"`
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'authorization' }
    if (reply.request.headers['if-none-match'] === etag)
      return reply.code(304).headers(headers).send()
    const signal = abortOnDisconnect(reply.raw, { stopping: stopping.signal })
    const request = { stack, images, phase, first, around, signal }
    const type = { 'content-type': 'application/octet-stream' }
    return prefetch.pauseDuring(() =>
      sendBytes(reply, streamSlices({ kept, log }, request), {
        signal,
        headers: { ...headers, ...type },
      }),
    )
  })

  mount(routes.stack.correctPosition, async ({ db, actor, address, params, body }) => ({
    correction: await correctPosition({ db, actor, address, clock }, params.studyId, body.actual),
  }))

  return { stop: () => stopping.abort() }
}
