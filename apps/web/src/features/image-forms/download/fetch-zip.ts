import type { downloadTypes, ImageId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { callRaw } from '../../../api/call.ts'
import { parseFileName } from '../../../api/file-name.ts'
import { saveFile } from '../../../api/save-file.ts'
import { createBlobSink } from '../../../api/zip/file-sink.ts'
import { readImageCount, receiveZip } from '../../../api/zip/receive-zip.ts'
import type { ReceiveProgress } from '../../../api/zip/receive-zip.ts'

export type DownloadType = (typeof downloadTypes)[number]

export interface ImageDownloadProgress extends ReceiveProgress {
  /** Number of images, if the server reports it. */
  readonly total: number | undefined
}

interface DownloadRequest {
  readonly imageIds: ImageId[]
  readonly type: DownloadType
}

/** Used if a proxy removes the header with the file name. */
const fallbackName = 'images.zip'

/** Fetches the zip, saves it as a browser download and returns its file name. */
export const fetchZip = (
  body: DownloadRequest,
  onProgress: (progress: ImageDownloadProgress) => void,
) =>
  callRaw(routes.image.download, { body }, async (response) => {
    // Without a message it is shown as an unknown error.
    if (!response.body) throw new TypeError()
    const total = readImageCount(response.headers)
    const name = parseFileName(response.headers) ?? fallbackName
    await receiveZip(response.body, createBlobSink(name, saveFile), (received) =>
      onProgress({ ...received, total }),
    )
    return name
  })
