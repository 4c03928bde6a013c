import { refuse, routes } from '@talus/contract'
import { abortOnDisconnect } from '@talus/node-kit/abort-on-disconnect'
import { formatAttachmentHeader } from '../../http/attachment.ts'
import { parseByteRange } from '../../http/byte-range.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import { createImageFiles } from './stored/image-file.service.ts'
import type { ImageFileDeps } from './stored/image-file.service.ts'
import { createMetadataReader } from './stored/image-metadata.service.ts'
import type { MetadataDeps } from './stored/image-metadata.service.ts'
import { imagePixelRoutes } from './image-pixels.routes.ts'
import type { PixelDeps } from './pixels/image-pixels.service.ts'
import * as images from './images.queries.ts'

const includesTag = (header: string | undefined, tag: string) =>
  header?.split(/\s*,\s*/u).includes(tag) === true

export function imageFileRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  deps: ImageFileDeps & MetadataDeps & PixelDeps,
) {
  const files = createImageFiles(deps)
  const readMetadata = createMetadataReader(deps)
  const stopping = new AbortController()
  imagePixelRoutes(mountRaw, { ...deps, stopping: stopping.signal })

  mountRaw(routes.image.one, async ({ db, params }, reply) => {
    const found = (await images.findFile(db, params.id)) ?? refuse('record/not-found')
    const recorded = await deps.outgoing.resolvePlain(found.id)
    const { headers: requestHeaders, method } = reply.request
    // The ETag has the hash of the stored file; the sent file may differ from it in its preamble.
    const tag = recorded.sha256 === '' ? undefined : `"${recorded.sha256}-file"`
    const headers = {
      vary: 'authorization',
      'accept-ranges': 'bytes',
      ...(tag === undefined ? {} : { etag: tag }),
    }
    if (tag !== undefined && includesTag(requestHeaders['if-none-match'], tag))
      return reply.code(304).headers(headers).send()

    const signal = abortOnDisconnect(reply.raw, { stopping: stopping.signal })
    try {
      const file = await files.open(recorded, signal)
      const isSame = requestHeaders['if-range'] === undefined || requestHeaders['if-range'] === tag
      const range = isSame ? parseByteRange(requestHeaders.range, file.byteLength) : undefined
      if (range === 'outside')
        return await reply
          .code(416)
          .headers({ ...headers, 'content-range': `bytes */${file.byteLength}` })
          .send()
      const { start, end } = range ?? { start: 0, end: file.byteLength - 1 }
      if (range) reply.raw.statusCode = 206
      const bytes = range ? file.part(range) : file.whole(signal)
      return await sendBytes(reply, method === 'HEAD' ? emptyBody() : bytes, {
        signal,
        headers: {
          ...headers,
          'content-type': 'application/dicom',
          'content-disposition': formatAttachmentHeader(`${recorded.sopInstanceUID}.dcm`),
          'content-length': end + 1 - start,
          ...(range ? { 'content-range': `bytes ${start}-${end}/${file.byteLength}` } : {}),
        },
      })
    } catch (error) {
      // The client has disconnected or the server stops: nothing is wrong with the image.
      if (signal.aborted) refuse('server/unavailable')
      throw error
    }
  })

  mount(routes.image.metadata, ({ db, params, query }) =>
    readMetadata(db, params.id, { withTags: query.tags === '1', signal: stopping.signal }),
  )

  return { stop: () => stopping.abort() }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {
  // A HEAD request has no body.
}
