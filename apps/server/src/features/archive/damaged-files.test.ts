import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImportLine, routes } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFile } from '../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { readZip } from '../../testing/images/read-zip.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

const createFile = (name: string, attributes: object = {}) =>
  createRadiograph(name, {
    PatientName: `Tremblay^${name}`,
    PatientID: `ID ${name}`,
    StudyInstanceUID: toUid(`study ${name}`),
    SeriesInstanceUID: toUid(`series ${name}`),
    ...attributes,
  })
const store = async (bytes: Uint8Array) =>
  ImportLine.parse(JSON.parse((await importFile(server, token, bytes)).body))
async function storeImage(name: string): Promise<ImageId> {
  const { imageId } = await store(createFile(name))
  if (imageId === undefined) throw new Error('not stored')
  return imageId
}

/** Flips the last byte of a stored file, which is a pixel. */
async function damage(filePath: string) {
  const path = join(server.folder, 'files', filePath)
  const bytes = await readFile(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  await writeFile(path, bytes)
}
const findFile = (id: ImageId) =>
  server.unscopedDb.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const open = (id: ImageId) =>
  server.app.inject({
    url: `${server.config.apiBase}image/${id}`,
    headers: { authorization: `Bearer ${token}` },
  })

test('a correction of a damaged image is refused, and leaves the image as it is', async () => {
  const id = await storeImage('Corrected')
  const before = await findFile(id)
  await damage(before.filePath)
  const body = { imageId: id, annotation: { bodyPart: 'Abdomen', bodyPartView: 'VD' } }
  const reply = await server.call(routes.image.annotate, { body }, token)
  expect(reply).toRefuse('image/unreadable')
  expect(await findFile(id)).toEqual(before)
})

test('a damaged file that waits in the tray is not filed', async () => {
  await storeImage('Known')
  const renamed = createFile('Other', { PatientID: 'ID Known', SOPInstanceUID: toUid('renamed') })
  expect((await store(renamed)).outcome).toBe('held')
  const entry = await server.unscopedDb
    .selectFrom('trayEntry')
    .selectAll()
    .where('sopInstanceUID', '=', toUid('renamed'))
    .executeTakeFirstOrThrow()
  await damage(entry.filePath)
  const body = { entryIds: [entry.id], decision: 'create' as const }
  const reply = await server.call(routes.tray.decide, { body }, token)
  expect(reply).toRefuse('image/unreadable')
})

test('the file of a damaged image that is received again replaces it', async () => {
  const id = await storeImage('Repaired')
  const before = await findFile(id)
  await damage(before.filePath)
  expect((await open(id)).statusCode).toBe(422)
  expect((await store(createFile('Repaired'))).outcome).toBe('stored')
  expect((await open(id)).statusCode).toBe(200)
  expect(await findFile(id)).toMatchObject({ sha256: before.sha256, studyId: before.studyId })
  expect((await store(createFile('Repaired'))).outcome).toBe('known')
})

test.each(['DICOM', 'JPEG'] as const)(
  'a zip of images as %s leaves out a damaged one',
  async (type) => {
    const id = await storeImage(`Zipped ${type}`)
    await damage((await findFile(id)).filePath)
    const reply = await server.app.inject({
      method: 'POST',
      url: `${server.config.apiBase}image/download`,
      headers: { authorization: `Bearer ${token}` },
      payload: { imageIds: [id], type },
    })
    expect(reply.statusCode).toBe(200)
    expect((await readZip(reply.rawPayload)).map(({ name }) => name)).toEqual(['manifest.csv'])
  },
)
