import type { downloadTypes, ImageId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { callRaw } from '../../api/call.ts'
import { fileNameOf } from '../../api/file-name.ts'
import { saveFile } from '../../api/save-file.ts'
import { collectingSink } from '../../api/zip/file-sink.ts'
import { imageCountOf, receiveZip } from '../../api/zip/receive-zip.ts'
import type { Received } from '../../api/zip/receive-zip.ts'

export type DownloadType = (typeof downloadTypes)[number]

export interface ZipProgress extends Received {
  /** Where the server has said it. */
  readonly total: number | undefined
}

interface Wanted {
  readonly imageIds: ImageId[]
  readonly type: DownloadType
}

/** The server names the file; this is for a proxy that takes the name away. */
const plainName = 'images.zip'

/** Fetches the zip, saves it as the browser saves any download, and says under which name. */
export const fetchZip = (body: Wanted, onProgress: (progress: ZipProgress) => void) =>
  callRaw(routes.image.download, { body }, async (response) => {
    // Without a message: it is told as an unknown error.
    if (!response.body) throw new TypeError()
    const total = imageCountOf(response.headers)
    const name = fileNameOf(response.headers) ?? plainName
    await receiveZip(response.body, collectingSink(name, saveFile), (received) =>
      onProgress({ ...received, total }),
    )
    return name
  })
