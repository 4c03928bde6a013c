import { refuse, routes } from '@talus/contract'
import { attachment } from '../../http/attachment.ts'
import { byteRange } from '../../http/byte-range.ts'
import { sendBytes } from '../../http/send-bytes.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import { imageFiles } from './image-file.service.ts'
import type { ImageFileDeps } from './image-file.service.ts'
import { metadataReader } from './image-metadata.service.ts'
import type { MetadataDeps } from './image-metadata.service.ts'
import { imagePixelRoutes } from './image-pixels.routes.ts'
import type { PixelDeps } from './image-pixels.service.ts'
import * as images from './images.queries.ts'
import { whileRead } from './while-read.ts'

const lists = (header: string | undefined, tag: string) =>
  header?.split(/\s*,\s*/u).includes(tag) === true

export function imageFileRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  deps: ImageFileDeps & MetadataDeps & Omit<PixelDeps, 'soundFiles'>,
) {
  const files = imageFiles(deps)
  const readMetadata = metadataReader(deps)
  const stopping = new AbortController()
  imagePixelRoutes(mountRaw, { ...deps, soundFiles: files, stopping: stopping.signal })

  mountRaw(routes.image.one, async ({ db, params }, reply) => {
    const recorded = (await images.findFile(db, params.id)) ?? refuse('record/not-found')
    const { headers: asked, method } = reply.request
    // The hash is that of the stored file; what is sent may differ from it in its preamble.
    const tag = recorded.sha256 === '' ? undefined : `"${recorded.sha256}-file"`
    const headers = {
      // Asked for again each time: correcting an annotation changes the file under its number.
      'cache-control': 'private, no-cache',
      vary: 'authorization',
      'accept-ranges': 'bytes',
      ...(tag === undefined ? {} : { etag: tag }),
    }
    if (tag !== undefined && lists(asked['if-none-match'], tag))
      return reply.code(304).headers(headers).send()

    const { signal, ended } = whileRead(reply, stopping.signal)
    try {
      const file = await files.open(recorded, signal)
      const isSame = asked['if-range'] === undefined || asked['if-range'] === tag
      const range = isSame ? byteRange(asked.range, file.byteLength) : undefined
      if (range === 'outside')
        return await reply
          .code(416)
          .headers({ ...headers, 'content-range': `bytes */${file.byteLength}` })
          .send()
      const { start, end } = range ?? { start: 0, end: file.byteLength - 1 }
      if (range) reply.raw.statusCode = 206
      const bytes = range ? file.part(range) : file.whole(signal)
      return await sendBytes(reply, method === 'HEAD' ? nothing() : bytes, {
        signal,
        headers: {
          ...headers,
          'content-type': 'application/dicom',
          'content-disposition': attachment(`${recorded.sopInstanceUID}.dcm`),
          'content-length': end + 1 - start,
          ...(range ? { 'content-range': `bytes ${start}-${end}/${file.byteLength}` } : {}),
        },
      })
    } catch (error) {
      // The reader has left or the server stops: nothing is wrong with the image.
      if (signal.aborted) refuse('server/unavailable')
      throw error
    } finally {
      ended()
    }
  })

  mount(routes.image.metadata, async ({ db, params, query }) => {
    const recorded = (await images.findFile(db, params.id)) ?? refuse('record/not-found')
    return readMetadata(recorded, { withTags: query.tags === '1', signal: stopping.signal })
  })

  return { stop: () => stopping.abort() }
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A question for the headers alone.
}
