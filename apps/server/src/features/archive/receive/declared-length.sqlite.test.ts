import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { limits } from '@talus/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'
import { setUpImports } from '../../../testing/images/import-fixture.ts'
import { createZip } from '../../../testing/images/create-zip.ts'

const imports = setUpImports()

/** Sends the headers of an import by hand: a client of Node does not declare a wrong length. */
async function startUpload(type: string, declared: string) {
  const { app, config } = imports.server
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (bytes) => (received += bytes.toString()))
  const isClosed = once(socket, 'close')
  socket.write(
    [
      `POST ${config.apiBase}image/import?name=file HTTP/1.1`,
      'Host: talus',
      `Authorization: Bearer ${imports.token}`,
      `Content-Type: ${type}`,
      `Content-Length: ${declared}`,
      '\r\n',
    ].join('\r\n'),
  )
  return {
    socket,
    isClosed,
    readStatus: () => Number(/^HTTP\/1.1 (\d+)/u.exec(received)?.[1] ?? 0),
  }
}

/** The files in the store and in the folder of zips. */
const listFiles = async () =>
  (await readdir(imports.server.folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(imports.server.folder.length + 1))
    .filter((path) => path.startsWith('files/') || path.endsWith('.zip'))
    .toSorted()

const image = createRadiograph('declared', {}, { rows: 64, columns: 64 })
const uploads = [
  ['application/dicom', image],
  ['application/zip', createZip([{ name: 'a.dcm', bytes: image }])],
] as const

test.each(uploads)(
  'an import of %s is refused by its declared length before its first byte has arrived',
  async (type) => {
    const upload = await startUpload(type, String(limits.importZipBytes + 1))
    await expect.poll(upload.readStatus).toBe(413)
    await upload.isClosed
    await expect.poll(listFiles).toEqual([])
  },
)

test.each(['-1', '1e9', '0x10', '99999999999999999999999', '10, 20'])(
  'an import with the declared length %s is refused',
  async (declared) => {
    const upload = await startUpload('application/dicom', declared)
    await expect.poll(upload.readStatus).toBe(400)
    await upload.isClosed
    await expect.poll(listFiles).toEqual([])
  },
)

test.each(uploads)(
  'an import of %s that is longer than declared leaves nothing, and its rest is no request',
  async (type, bytes) => {
    const upload = await startUpload(type, '1000')
    upload.socket.write(bytes)
    await expect.poll(upload.readStatus).toBe(400)
    await upload.isClosed
    await expect.poll(listFiles).toEqual([])
  },
)

test.each(uploads)(
  'an import of %s that ends before its declared length leaves nothing',
  async (type, bytes) => {
    const upload = await startUpload(type, String(limits.importZipBytes))
    upload.socket.end(bytes)
    await upload.isClosed
    await expect.poll(listFiles).toEqual([])
    expect(upload.readStatus()).not.toBe(200)
  },
)
