import { refuse, routes } from '@talus/contract'
import type { Mount, MountRaw } from '../../http/mount.ts'
import * as images from './images.queries.ts'
import { edgeFor, tagOf } from './pictures.service.ts'
import type { MakePicture } from './pictures.service.ts'
import { warmReaders } from './warm-readers.ts'
import type { ReaderDeps } from './warm-readers.ts'

const daySeconds = 86_400
/** The browser keeps it for whoever is signed in now, and not for the next one at this machine. */
const cacheHeaders = {
  'cache-control': `private, max-age=${daySeconds}, immutable`,
  vary: 'authorization',
}

export function imageRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  { picture, ...readers }: ReaderDeps & { readonly picture: MakePicture },
) {
  mount(routes.image.ofStudy, async ({ db, query: { studyId, isRejected } }) => {
    const wanted = isRejected === undefined ? undefined : isRejected === '1'
    const found = await images.ofStudy(db, studyId, wanted)
    warmReaders(readers, found)
    return found
  })

  mountRaw(routes.image.jpeg, async ({ db, params, query }, reply) => {
    const recorded = (await images.findFile(db, params.id)) ?? refuse('record/not-found')
    const edge = edgeFor(query.size)
    const tag = tagOf(recorded, edge)
    const known = reply.request.headers['if-none-match']
    if (tag !== undefined && known?.split(/\s*,\s*/u).includes(tag))
      return reply
        .code(304)
        .headers({ ...cacheHeaders, etag: tag })
        .send()
    const jpeg = await picture(recorded, edge)
    return reply
      .type('image/jpeg')
      .headers(tag === undefined ? {} : { ...cacheHeaders, etag: tag })
      .send(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
  })
}
