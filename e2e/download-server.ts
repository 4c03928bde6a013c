import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { ZipFile } from 'yazl'

/** Images as the server sends them: stored as they are, and their list at the end. */
export async function imagesZip(images: number, bytesEach: number): Promise<Buffer> {
  const zip = new ZipFile()
  const add = (name: string, bytes: Buffer) =>
    zip.addReadStreamLazy(name, { compress: false }, (give) => {
      give(null, Readable.from([bytes], { objectMode: false }))
    })
  for (let image = 1; image <= images; image += 1)
    add(`Rex (1)/2026-02-10 (1)/Chest-LAT-${image}.dcm`, Buffer.alloc(bytesEach, image))
  add('manifest.csv', Buffer.from('file\r\n'))
  zip.end()
  return buffer(zip.outputStream)
}

export interface Asked {
  readonly authorization: string | undefined
  readonly body: unknown
}

/**
 * Lets a server of the test answer the request for the images: the demo has none, and only so can an
 * answer stop in the middle, break, or notice that the browser has gone.
 */
export async function answerDownloads(
  page: Page,
  answer: (response: ServerResponse) => void | Promise<void>,
) {
  const asked: Asked[] = []
  let left = 0
  const server = createServer(
    (request: IncomingMessage, response: ServerResponse) =>
      void (async () => {
        const { authorization } = request.headers
        asked.push({ authorization, body: JSON.parse(await text(request)) as unknown })
        response.on('close', () => (left += response.writableFinished ? 0 : 1))
        await answer(response)
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
    asked,
    /** How often the browser went before the end. */
    left: () => left,
  }
}
