import { refuse, routes } from '@talus/contract'
import type { Mount, MountRaw } from '../../http/mount.ts'
import * as images from './images.queries.ts'
import { getEdge, createEtag } from './thumbnails/thumbnails.service.ts'
import type { GetJpeg } from './thumbnails/thumbnails.service.ts'
import { warmReaders } from './pixels/warm-readers.ts'
import type { ReaderDeps } from './pixels/warm-readers.ts'

/** Not stored by the browser: the pictures would stay on the disk of a shared computer. */
const headers = { vary: 'authorization' }

export function imageRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  { getJpeg, ...readers }: ReaderDeps & { readonly getJpeg: GetJpeg },
) {
  mount(routes.image.ofStudy, async ({ db, query: { studyId, isRejected } }) => {
    const filter = isRejected === undefined ? undefined : isRejected === '1'
    const found = await images.ofStudy(db, studyId, filter)
    warmReaders(readers, found)
    return found
  })

  mount(
    routes.image.location,
    async ({ db, params }) =>
      (await images.findLocation(db, params.id)) ?? refuse('record/not-found'),
  )

  mountRaw(routes.image.jpeg, async ({ db, params, query }, reply) => {
    const recorded = (await images.findFile(db, params.id)) ?? refuse('record/not-found')
    const edge = getEdge(query.size)
    const tag = createEtag(recorded, edge)
    const known = reply.request.headers['if-none-match']
    if (tag !== undefined && known?.split(/\s*,\s*/u).includes(tag))
      return reply
        .code(304)
        .headers({ ...headers, etag: tag })
        .send()
    const jpeg = await getJpeg(recorded, edge)
    return reply
      .type('image/jpeg')
      .headers(tag === undefined ? headers : { ...headers, etag: tag })
      .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
  })
}
