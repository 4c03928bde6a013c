import { refuse, routes } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import type { MountRaw } from '../../http/mount.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import { createPixelReader } from './pixels/image-pixels.service.ts'
import type { PixelDeps } from './pixels/image-pixels.service.ts'
import * as images from './images.queries.ts'

/**
 * Part of every ETag: raise it when the pixel data are encoded differently, so that cached ones are
 * not reused.
 */
const encodingVersion = 1

export function imagePixelRoutes(
  mountRaw: MountRaw,
  { stopping, ...deps }: PixelDeps & { readonly stopping: AbortSignal },
) {
  const readPixels = createPixelReader(deps)

  mountRaw(routes.image.pixels, async ({ db, params, query }, reply) => {
    const recorded = (await images.findFile(db, params.id)) ?? refuse('record/not-found')
    const { frame = 1 } = query
    const tag =
      recorded.sha256 === '' ? undefined : `"${recorded.sha256}-p${frame}-${encodingVersion}"`
    const headers = {
      vary: 'authorization',
      ...(tag === undefined ? {} : { etag: tag }),
    }
    const known = reply.request.headers['if-none-match']?.split(/\s*,\s*/u)
    if (tag !== undefined && known?.includes(tag)) return reply.code(304).headers(headers).send()
    const signal = abortOnDisconnect(reply.raw, { stopping })
    const { bytes, length } = await readPixels(recorded, frame - 1, signal)
    return sendBytes(reply, bytes, {
      signal,
      headers: {
        ...headers,
        'content-type': 'application/octet-stream',
        'content-length': length,
      },
    })
  })
}
