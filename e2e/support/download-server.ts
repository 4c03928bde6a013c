import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { ZipFile } from 'yazl'

/** A zip as the server sends it: uncompressed images, and the manifest at the end. */
export async function createImagesZip(images: number, bytesEach: number): Promise<Buffer> {
  const zip = new ZipFile()
  const add = (name: string, bytes: Buffer) =>
    zip.addReadStreamLazy(name, { compress: false }, (callback) => {
      callback(null, Readable.from([bytes], { objectMode: false }))
    })
  for (let image = 1; image <= images; image += 1)
    add(`Rex (1)/2026-02-10 (1)/Chest-LAT-${image}.dcm`, Buffer.alloc(bytesEach, image))
  add('manifest.csv', Buffer.from('file\r\n'))
  zip.end()
  return buffer(zip.outputStream)
}

export interface DownloadRequest {
  readonly authorization: string | undefined
  readonly body: unknown
}

/**
 * Routes the download request to a server of the test. The demo has no images, and only this server
 * can stop or break off in the middle of a response, or notice that the browser has disconnected.
 */
export async function serveDownloads(
  page: Page,
  respond: (response: ServerResponse) => void | Promise<void>,
) {
  const requests: DownloadRequest[] = []
  let aborted = 0
  const server = createServer(
    (request: IncomingMessage, response: ServerResponse) =>
      void (async () => {
        const { authorization } = request.headers
        requests.push({ authorization, body: JSON.parse(await text(request)) as unknown })
        response.on('close', () => (aborted += response.writableFinished ? 0 : 1))
        await respond(response)
      })(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await page.route('**/api/clinic/download', (route) =>
    route.continue({ url: `http://127.0.0.1:${port}/` }),
  )
  page.on('close', () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    requests,
    /** Counts how often the browser disconnected before the end of the response. */
    countAborted: () => aborted,
  }
}
