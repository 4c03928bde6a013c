import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'

const boundary = 'talus-upload'

export interface UploadedFile {
  readonly name: string
  readonly byteLength: number
}

/** Sends files of one repeated letter as a form, piece by piece; resolves with the status. */
export async function uploadFiles(
  url: string,
  authorization: string,
  files: readonly UploadedFile[],
): Promise<number> {
  const piece = Buffer.alloc(256 * 1024, 'x')
  const heads = files.map(({ name }) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n`,
    ),
  )
  const end = Buffer.from(`--${boundary}--\r\n`)
  const length = files.reduce(
    (sum, { byteLength }, index) => sum + byteLength + (heads[index]?.byteLength ?? 0) + 2,
    end.byteLength,
  )
  const outgoing = request(url, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': length,
    },
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => undefined)
  const failed = once(outgoing, 'close')
  failed.catch(() => undefined)
  const write = async (bytes: Buffer) => {
    if (outgoing.destroyed) return
    if (!outgoing.write(bytes)) await Promise.race([once(outgoing, 'drain'), failed])
  }
  for (const [index, { byteLength }] of files.entries()) {
    await write(heads[index] ?? end)
    for (let sent = 0; sent < byteLength; sent += piece.byteLength)
      await write(piece.subarray(0, Math.min(piece.byteLength, byteLength - sent)))
    await write(Buffer.from('\r\n'))
  }
  outgoing.end(end)
  const [response] = await answered
  response.resume()
  await once(response, 'end')
  return response.statusCode ?? 0
}
