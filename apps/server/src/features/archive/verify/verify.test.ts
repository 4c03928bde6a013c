import { createHash } from 'node:crypto'
import { ImportLine } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { addHash } from '../receive/image-key.ts'
import { verifyArchive } from '../../../verify-archive.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // The rows of the test factory have no files.
  await server.unscopedDb.deleteFrom('shareImage').execute()
  for (const table of [
    'dicomSend',
    'imageHeader',
    'documentTicket',
    'imageExposure',
    'imageRejection',
    'restraintCorrection',
    'annotationCorrection',
    'replacedInstance',
    'trayEntry',
    'imageVersion',
    'outgoingFile',
    'imageCompression',
    'slice',
  ] as const)
    await server.unscopedDb.deleteFrom(table).execute()
  await server.unscopedDb.updateTable('caseFile').set({ imageId: null }).execute()
  await server.unscopedDb.deleteFrom('image').execute()
})
afterAll(() => server.close())

async function importImage(name: string, by = server.first.users.staff.id) {
  const { body } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import`,
    headers: {
      authorization: `Bearer ${await server.createToken(by)}`,
      'content-type': 'application/dicom',
    },
    payload: createRadiograph(name),
  })
  const { imageId } = ImportLine.parse(JSON.parse(body))
  return server.unscopedDb
    .selectFrom('image')
    .selectAll()
    .where('id', '=', imageId ?? null)
    .executeTakeFirstOrThrow()
}

async function runVerify(repair: boolean, files = server.files) {
  const lines: string[] = []
  const { unscopedDb, clock } = server
  const isWell = await verifyArchive({
    unscopedDb,
    files,
    clock,
    log: server.app.log,
    repair,
    orphansBefore: new Date(Date.now() + 60_000).toISOString(),
    print: (line) => lines.push(line),
  })
  return { isWell, text: lines.join('\n') }
}

test('verifying an intact archive reports success', async () => {
  await importImage('in order')
  expect(await runVerify(false)).toMatchObject({ isWell: true })
})

test('verifying an archive finds missing, damaged and orphaned files, and repairs what it can', async () => {
  const [lost, twin] = [
    await importImage('twin'),
    await importImage('twin', server.second.users.staff.id),
  ]
  const damaged = await importImage('damaged')
  const bare = await importImage('bare')
  await server.files.remove(lost.filePath)
  await server.files.put(damaged.filePath, Buffer.from('something else'))
  await server.unscopedDb.deleteFrom('imageHeader').where('imageId', '=', bare.id).execute()
  const orphan = `images/${server.first.id}/2026-02-01/00000000-0000-4000-8000-000000000000.dcm`
  await server.files.put(orphan, createRadiograph('orphan'))
  const rubbish = `images/${server.first.id}/2026-02-01/00000000-0000-4000-8000-000000000001.dcm`
  await server.files.put(rubbish, Buffer.from('half of something'))

  const { isWell, text } = await runVerify(false)
  expect(isWell).toBe(false)
  expect(text).toContain(`file is missing: image ${lost.id}, ${lost.filePath}`)
  expect(text).toContain(`file is damaged: image ${damaged.id}`)
  expect(text).toContain(`attributes are not in the database: image ${bare.id}`)
  expect(text).toContain(`file without a record: ${orphan}`)
  expect(twin.sha256).toBe(lost.sha256)

  const repaired = await runVerify(true)
  expect(repaired.text).toContain(`file is missing: image ${lost.id}, ${lost.filePath} (repaired)`)
  expect(repaired.text).toContain(`file without a record: ${orphan} (repaired)`)
  const after = await runVerify(false)
  expect(after.text.split('\n').filter((line) => line.includes('image '))).toEqual([
    `file is damaged: image ${damaged.id}, ${damaged.filePath}`,
  ])
  const filed = await server.unscopedDb
    .selectFrom('image')
    .select('filePath')
    .where('sopInstanceUID', '=', toUid('image orphan'))
    .execute()
  expect(filed).toEqual([{ filePath: orphan }])
  expect(await server.files.stat(rubbish)).toBeUndefined()
})

test('an image whose file a running server replaces during the verification is no fault', async () => {
  const { id, filePath } = await importImage('replaced meanwhile')
  const newPath = filePath.replace('.dcm', 'a.dcm')
  const replaceFirst: TestServer['files'] = {
    ...server.files,
    async open(key, start) {
      if (key === filePath && (await server.files.stat(key))) {
        await server.files.put(newPath, createRadiograph('replaced meanwhile'))
        await server.unscopedDb
          .updateTable('image')
          .set({ filePath: newPath })
          .where('id', '=', id)
          .execute()
        await server.files.remove(key)
      }
      return server.files.open(key, start)
    },
  }
  expect((await runVerify(false, replaceFirst)).text).not.toContain(`image ${id},`)
  await server.files.remove(newPath)
  expect((await runVerify(false)).text).toContain(`file is missing: image ${id}, ${newPath}`)
})

test('the uncertain file of a server that died waits in the conflict tray', async () => {
  await importImage('certain')
  const { id } = server.first
  const orphan = `images/${id}/2026-02-01/00000000-0000-4000-8000-000000000002.dcm`
  const claim = { PatientID: 'X-99', PatientName: 'Gagnon^Other', PatientBirthDate: '' }
  await server.files.put(orphan, createRadiograph('uncertain', claim))
  expect((await runVerify(true)).text).toContain(`file without a record: ${orphan} (repaired)`)
  const held = await server.unscopedDb
    .selectFrom('trayEntry')
    .select(['reason', 'senderKind', 'filePath'])
    .where('sopInstanceUID', '=', toUid('image uncertain'))
    .execute()
  expect(held).toEqual([{ reason: 'study-differs', senderKind: 'restart', filePath: orphan }])
  expect((await runVerify(true)).text).not.toContain(orphan)
  expect(await server.files.stat(orphan)).toBeDefined()
})

test('half a file that a power cut left under a name with its hash is removed, a whole one is not', async () => {
  const whole = createRadiograph('named whole')
  const half = Buffer.from(createRadiograph('named half'))
  const toKey = (bytes: Buffer) => {
    const key = `images/${server.first.id}/2026-02-01/00000000-0000-4000-8000-000000000003.dcm`
    return addHash(key, createHash('sha256').update(bytes).digest('hex'))
  }
  const [wholeKey, halfKey] = [toKey(whole), toKey(half)]
  // The length of a file may be on the disk without its last blocks.
  half.fill(0, half.length - 100)
  await server.files.put(wholeKey, whole)
  await server.files.put(halfKey, half)
  await runVerify(true)
  expect(await server.files.stat(halfKey)).toBeUndefined()
  expect(await server.files.stat(wholeKey)).toBeDefined()
  const filed = await server.unscopedDb
    .selectFrom('image')
    .select('filePath')
    .where('sopInstanceUID', 'in', [toUid('image named whole'), toUid('image named half')])
    .execute()
  expect(filed).toEqual([{ filePath: wholeKey }])
})
