import { buffer } from 'node:stream/consumers'
import { ImportLine } from '@talus/contract'
import type { ImageId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFileStore } from '../../files/index.ts'
import { importFile } from '../../testing/dicom/dicom-web-client.ts'
import { hasDcmtk, noDcmtk } from '../../testing/dicom/dcmtk.ts'
import { addGroupLength, createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { startReceivingServer } from '../../testing/dicom/receiving-server.ts'
import type { ReceivingServer } from '../../testing/dicom/receiving-server.ts'
import { startS3Server } from '../../testing/network/s3-server.ts'

/** A stored file that has decayed is replaced when the same object arrives again, on any way. */
describe.each(['disk', 'S3'] as const)('a damaged file on %s', (kind) => {
  let server: ReceivingServer
  let token: string
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    if (kind === 'disk') server = await startReceivingServer()
    else {
      const s3 = await startS3Server()
      closing.push(s3.close)
      const { bucket, region, endpoint, accessKeyId, secretAccessKey } = s3.settings
      const store = await openFileStore(s3.settings)
      const settings = { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint }
      const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
      server = await startReceivingServer({ ...settings, ...keys }, { wrapFiles: () => store })
    }
    closing.push(server.close)
    // The entries of the fixture.
    await server.unscopedDb.deleteFrom('trayEntry').execute()
    token = await server.createToken(server.first.users.clinicAdmin.id)
  })
  afterAll(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  const createFile = (name: string, attributes: object = {}, seed = 1) =>
    createRadiograph(
      name,
      {
        PatientName: `Healing^${name}`,
        PatientID: `ID ${name}`,
        StudyInstanceUID: toUid(`study ${name}`),
        SeriesInstanceUID: toUid(`series ${name}`),
        ...attributes,
      },
      { rows: 64, columns: 48, seed },
    )
  const findFile = (id: ImageId) =>
    server.unscopedDb.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const store = async (bytes: Uint8Array) =>
    ImportLine.parse(JSON.parse((await importFile(server, token, bytes)).body))
  const open = async (id: ImageId) =>
    (
      await server.app.inject({
        url: `${server.config.apiBase}image/${id}`,
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode

  /** Stores an image and flips the last byte of its file, which is a pixel. */
  async function storeDamaged(name: string): Promise<ImageId> {
    const { imageId } = await store(createFile(name))
    if (imageId === undefined) throw new Error('not stored')
    const { filePath } = await findFile(imageId)
    const stream = await server.files.read(filePath)
    const bytes = stream ? await buffer(stream) : Buffer.alloc(0)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    await server.files.put(filePath, bytes)
    expect(await open(imageId)).toBe(422)
    return imageId
  }

  async function expectHealed(id: ImageId) {
    expect(await open(id)).toBe(200)
    const waiting = await server.unscopedDb.selectFrom('trayEntry').select('id').execute()
    expect(waiting).toEqual([])
    expect(
      await server.unscopedDb
        .selectFrom('image')
        .select('id')
        .where('studyId', '=', (await findFile(id)).studyId)
        .execute(),
    ).toHaveLength(1)
  }

  test('is replaced by an import of the same file', async () => {
    const id = await storeDamaged('Imported')
    expect(await store(createFile('Imported'))).toMatchObject({ outcome: 'stored', imageId: id })
    await expectHealed(id)
  })

  test('is replaced by the same object in another encoding over STOW-RS', async () => {
    const id = await storeDamaged('Posted')
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: `${server.config.apiBase}dicom-web/studies`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
        payload: addGroupLength(createFile('Posted')),
      })
    expect((await send()).statusCode).toBe(200)
    await expectHealed(id)
    const healed = await findFile(id)
    expect((await send()).statusCode).toBe(200)
    expect(await findFile(id)).toEqual(healed)
  })

  test('is replaced by the same object over C-STORE', async ({ skip }) => {
    skip(!hasDcmtk, noDcmtk)
    const id = await storeDamaged('Sent')
    const paths = await server.write({ sent: createFile('Sent') })
    expect(await server.storescu(paths)).toMatchObject({ code: 0 })
    await expectHealed(id)
  })

  test('stays as it is when another object with its UID arrives, which waits in the tray', async () => {
    const id = await storeDamaged('Other')
    const before = await findFile(id)
    const other = createFile('Other', { ImageComments: 'Left side' })
    expect((await store(other)).outcome).toBe('held')
    expect(await findFile(id)).toEqual(before)
    await server.unscopedDb.deleteFrom('trayEntry').execute()
    expect((await store(createFile('Other'))).outcome).toBe('stored')
    expect(await open(id)).toBe(200)
  })
})
