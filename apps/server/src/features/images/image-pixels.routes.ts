import { refuse, routes } from '@talus/contract'
import type { MountRaw } from '../../http/mount.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import { pixelReader } from './image-pixels.service.ts'
import type { PixelDeps } from './image-pixels.service.ts'
import * as images from './images.queries.ts'
import { whileRead } from './while-read.ts'

/** Part of every tag: raise it when numbers are given differently, and none is taken for new. */
const reading = 1

export function imagePixelRoutes(
  mountRaw: MountRaw,
  { stopping, ...deps }: PixelDeps & { readonly stopping: AbortSignal },
) {
  const readPixels = pixelReader(deps)

  mountRaw(routes.image.pixels, async ({ db, params, query }, reply) => {
    const recorded = (await images.findFile(db, params.id)) ?? refuse('record/not-found')
    const { frame = 1 } = query
    const tag = recorded.sha256 === '' ? undefined : `"${recorded.sha256}-p${frame}-${reading}"`
    const headers = {
      // Asked for again each time: processing raw data anew changes the file under its number.
      'cache-control': 'private, no-cache',
      vary: 'authorization',
      ...(tag === undefined ? {} : { etag: tag }),
    }
    const known = reply.request.headers['if-none-match']?.split(/\s*,\s*/u)
    if (tag !== undefined && known?.includes(tag)) return reply.code(304).headers(headers).send()
    const { signal, ended } = whileRead(reply, stopping)
    try {
      const { bytes, length } = await readPixels(recorded, frame - 1, signal)
      return await sendBytes(reply, bytes, {
        signal,
        headers: {
          ...headers,
          'content-type': 'application/octet-stream',
          'content-length': length,
        },
      })
    } finally {
      ended()
    }
  })
}
