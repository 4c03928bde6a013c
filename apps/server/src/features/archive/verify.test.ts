import { ImportLine } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { verifyArchive } from '../../verify-archive.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  // What the factory wrote has no files.
  await server.unscopedDb.deleteFrom('shareImage').execute()
  for (const table of [
    'dicomSend',
    'imageHeader',
    'imageExposure',
    'imageRejection',
    'replacedInstance',
  ] as const)
    await server.unscopedDb.deleteFrom(table).execute()
  await server.unscopedDb.updateTable('caseFile').set({ imageId: null }).execute()
  await server.unscopedDb.deleteFrom('image').execute()
})
afterAll(() => server.close())

async function imported(name: string, by = server.first.people.staff.id) {
  const { body } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import`,
    headers: {
      authorization: `Bearer ${await server.tokenOf(by)}`,
      'content-type': 'application/dicom',
    },
    payload: radiograph(name),
  })
  const { imageId } = ImportLine.parse(JSON.parse(body))
  return server.unscopedDb
    .selectFrom('image')
    .selectAll()
    .where('id', '=', imageId ?? null)
    .executeTakeFirstOrThrow()
}

async function verified(repair: boolean) {
  const lines: string[] = []
  const { unscopedDb, files, clock } = server
  const isWell = await verifyArchive({
    unscopedDb,
    files,
    clock,
    log: server.app.log,
    repair,
    print: (line) => lines.push(line),
  })
  return { isWell, text: lines.join('\n') }
}

test('an archive in order is told so', async () => {
  await imported('in order')
  expect(await verified(false)).toMatchObject({ isWell: true })
})

test('what is wrong is found, and mended where that can be', async () => {
  const [lost, twin] = [
    await imported('twin'),
    await imported('twin', server.second.people.staff.id),
  ]
  const damaged = await imported('damaged')
  const bare = await imported('bare')
  await server.files.remove(lost.filePath)
  await server.files.put(damaged.filePath, Buffer.from('something else'))
  await server.unscopedDb.deleteFrom('imageHeader').where('imageId', '=', bare.id).execute()
  const orphan = `images/${server.first.id}/2026-02-01/00000000-0000-4000-8000-000000000000.dcm`
  await server.files.put(orphan, radiograph('orphan'))
  const rubbish = `images/${server.first.id}/2026-02-01/00000000-0000-4000-8000-000000000001.dcm`
  await server.files.put(rubbish, Buffer.from('half of something'))

  const { isWell, text } = await verified(false)
  expect(isWell).toBe(false)
  expect(text).toContain(`file is missing: image ${lost.id}, ${lost.filePath}`)
  expect(text).toContain(`file is damaged: image ${damaged.id}`)
  expect(text).toContain(`attributes are not in the database: image ${bare.id}`)
  expect(text).toContain(`file without a record: ${orphan}`)
  expect(twin.sha256).toBe(lost.sha256)

  const repaired = await verified(true)
  expect(repaired.text).toContain(`file is missing: image ${lost.id}, ${lost.filePath} (repaired)`)
  expect(repaired.text).toContain(`file without a record: ${orphan} (repaired)`)
  const after = await verified(false)
  expect(after.text.split('\n').filter((line) => line.includes('image '))).toEqual([
    `file is damaged: image ${damaged.id}, ${damaged.filePath}`,
  ])
  const filed = await server.unscopedDb
    .selectFrom('image')
    .select('filePath')
    .where('sopInstanceUID', '=', uidFor('image orphan'))
    .execute()
  expect(filed).toEqual([{ filePath: orphan }])
  expect(await server.files.stat(rubbish)).toBeUndefined()
})
