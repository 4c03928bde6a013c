import { ImportLine } from '@talus/contract'
import type { ErrorReply } from '@talus/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isSqlite } from '../../../db/is-sqlite.ts'
import { StorageUnavailable } from '../../../files/index.ts'
import { createRadiograph } from '../../../testing/dicom/dicom-objects.ts'
import { createZip } from '../../../testing/images/create-zip.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string
/** The number of images that still fit on the disk. */
let imagesLeft = Infinity

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      wrapFiles: (files) => ({
        ...files,
        put: (key, bytes, options) => {
          if (!key.startsWith('images/')) return files.put(key, bytes, options)
          imagesLeft -= 1
          return imagesLeft < 0
            ? Promise.reject(new StorageUnavailable('disk full', undefined))
            : files.put(key, bytes, options)
        },
      }),
    },
  )
  token = await server.createToken(server.first.users.staff.id)
})
afterAll(() => server.close())

const send = (type: string, payload: Buffer) =>
  server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?name=file`,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  })

async function countFiles() {
  const keys: string[] = []
  for await (const { key } of server.files.list('images')) keys.push(key)
  return keys.length
}

test('a zip that does not fit is answered with 507, or line by line if some images did', async () => {
  onTestFinished(() => {
    imagesLeft = Infinity
  })
  const zip = createZip(
    ['full1', 'full2'].map((name) => ({ name: `${name}.dcm`, bytes: createRadiograph(name) })),
  )
  imagesLeft = 0
  const refused = await send('application/zip', zip)
  expect([refused.statusCode, refused.json<ErrorReply>().code]).toEqual([507, 'storage/full'])
  imagesLeft = 1
  const partly = await send('application/zip', zip)
  expect(partly.statusCode).toBe(200)
  const lines = partly.body
    .trim()
    .split('\n')
    .map((line) => ImportLine.parse(JSON.parse(line)))
  expect(lines).toMatchObject([
    { name: 'full1.dcm', outcome: 'stored' },
    { name: '', outcome: 'refused', message: expect.stringContaining('full') },
  ])
})

test('a file whose records do not fit is answered with 507, and its file does not stay', async ({
  skip,
}) => {
  skip(!isSqlite(server.unscopedDb), 'only SQLite can be given a size')
  const setPages = (pages: string) =>
    sql`pragma max_page_count = ${sql.raw(pages)}`.execute(server.unscopedDb)
  await setPages('1')
  onTestFinished(async () => void (await setPages('1073741823')))
  const before = await countFiles()
  let refused: Awaited<ReturnType<typeof send>> | undefined
  let stored = 0
  for (let at = 0; at < 200 && refused === undefined; at += 1) {
    const attributes = { ImageComments: 'x'.repeat(9000), PatientID: `PG-${at}` }
    const reply = await send('application/dicom', createRadiograph(`page ${at}`, attributes))
    if (reply.statusCode === 200) stored += 1
    else refused = reply
  }
  expect([refused?.statusCode, refused?.json<ErrorReply>().code]).toEqual([507, 'storage/full'])
  expect(await countFiles()).toBe(before + stored)
})
