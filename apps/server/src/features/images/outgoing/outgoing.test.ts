import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImportLine, routes } from '@talus/contract'
import type { ImageId, PatientId, StudyId } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasDcmtk, noDcmtk, startStorescp } from '../../../testing/dicom/dcmtk.ts'
import { importFile } from '../../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { readZip } from '../../../testing/images/read-zip.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

/** Imports an image of the dog REX of Anne Tremblay in a study of its own. */
async function importImage(name: string): Promise<ImageId> {
  const bytes = createRadiograph(name, {
    PatientName: `Tremblay^Rex ${name}`,
    PatientID: `ID ${name}`,
    OtherPatientIDs: 'CHIP-OF-THE-FIRST',
    PatientBirthDate: '20150101',
    PatientSex: 'M',
    StudyInstanceUID: toUid(`study ${name}`),
    SeriesInstanceUID: toUid(`series ${name}`),
  })
  const line = ImportLine.parse(JSON.parse((await importFile(server, token, bytes)).body))
  if (line.imageId === undefined) throw new Error('not imported')
  return line.imageId
}

const findRecord = (id: ImageId) =>
  server.unscopedDb
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .selectAll('image')
    .select(['study.studyInstanceUID', 'study.patientId'])
    .where('image.id', '=', id)
    .executeTakeFirstOrThrow()

async function addMimi(code: string): Promise<PatientId> {
  const { body: owner } = await server.call(
    routes.owner.create,
    { body: { name: 'Luc Roy' } },
    token,
  )
  const body = {
    name: 'Mimi',
    patientId: code,
    ownerId: owner.id,
    speciesId: 2,
    sex: 'Female' as const,
    birthDate: '2021-03-04',
  }
  return (await server.call(routes.patient.create, { body }, token)).body.id
}

async function move(studyId: StudyId, patientId: PatientId) {
  const query = { studyId, patientId }
  const { revision } = (await server.call(routes.reassign.compareStudy, { query }, token)).body
  const reply = await server.call(
    routes.reassign.moveStudy,
    { body: { ...query, revision } },
    token,
  )
  expect(reply.status).toBe(200)
  return reply.body
}

const get = (path: string, accept = '*/*') =>
  server.app.inject({
    url: `${server.config.apiBase}${path}`,
    headers: { authorization: `Bearer ${token}`, accept },
  })

const describe = (file: Uint8Array) => {
  const { dataSet, identity } = readDicom(file)
  return {
    uid: identity.sopInstanceUid,
    name: dataSet.text(0x00_10_00_10),
    number: dataSet.text(0x00_10_00_20),
    birthDate: dataSet.text(0x00_10_00_30),
    sex: dataSet.text(0x00_10_00_40),
    other: dataSet.text(0x00_10_10_00),
    species: dataSet.text(0x00_10_22_01),
    owner: dataSet.text(0x00_10_22_97),
  }
}
const mimi = (number: string) => ({
  name: 'Luc Roy^Mimi',
  number,
  birthDate: '20210304',
  sex: 'F',
  other: '',
  species: 'Feline',
  owner: 'Luc Roy',
})

test('a moved study has its new animal in every file, answer and list', async () => {
  const id = await importImage('moved')
  const stored = createRadiograph('moved')
  const before = await findRecord(id)
  // A file that agrees with the records leaves as it is stored.
  const untouched = await get(`image/${id}`)
  expect(readDicom(untouched.rawPayload).identity.patientId).toBe('ID moved')
  expect(
    await server.unscopedDb
      .selectFrom('outgoingFile')
      .selectAll()
      .where('imageId', '=', id)
      .execute(),
  ).toEqual([])
  const instance = `dicom-web/studies/${before.studyInstanceUID}/series/${before.seriesInstanceUID}/instances/${before.sopInstanceUID}`
  const first = await get(`${instance}/metadata`, 'application/dicom+json')

  const { id: reassignmentId } = await move(before.studyId, await addMimi('MIMI-1'))
  const expected = { uid: before.sopInstanceUID, ...mimi('MIMI-1') }
  const file = await get(`image/${id}`)
  expect(describe(file.rawPayload)).toEqual(expected)
  const pixels = (bytes: Uint8Array) =>
    Buffer.from(readDicom(bytes).dataSet.bytes(0x7f_e0_00_10) ?? [])
  expect(pixels(file.rawPayload).equals(pixels(stored))).toBe(true)
  const wado = await get(instance, 'application/dicom')
  expect(describe(wado.rawPayload)).toEqual(expected)
  const metadata = await get(`${instance}/metadata`, 'application/dicom+json')
  expect(metadata.headers.etag).not.toBe(first.headers.etag)
  expect(metadata.json()).toMatchObject([
    {
      '00100010': { Value: [{ Alphabetic: 'Luc Roy^Mimi' }] },
      '00100020': { Value: ['MIMI-1'] },
      '00100030': { Value: ['20210304'] },
    },
  ])
  expect(metadata.body).not.toContain('CHIP-OF-THE-FIRST')
  expect(metadata.body).not.toContain('Tremblay')
  const qido = await get(
    `dicom-web/instances?PatientID=MIMI-1&includefield=all`,
    'application/dicom+json',
  )
  expect(qido.json()).toHaveLength(1)
  expect(qido.body).not.toContain('CHIP-OF-THE-FIRST')
  expect(qido.body).not.toContain('Tremblay')
  const dump = await server.call(
    routes.image.metadata,
    { params: { id }, query: { tags: '1' } },
    token,
  )
  expect(dump.body.tags?.find(({ name }) => name === 'PatientID')?.value).toBe('MIMI-1')
  const zip = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/download`,
    headers: { authorization: `Bearer ${token}` },
    payload: { imageIds: [id], type: 'DICOM' },
  })
  const entry = (await readZip(zip.rawPayload)).find(({ name }) => name.endsWith('.dcm'))
  expect(describe(entry?.bytes ?? Buffer.alloc(0))).toEqual(expected)
  // The copy is made once, and the stored file stays as it was received.
  const copies = await server.unscopedDb
    .selectFrom('outgoingFile')
    .selectAll()
    .where('imageId', '=', id)
    .execute()
  expect(copies).toHaveLength(1)
  expect((await findRecord(id)).sha256).toBe(before.sha256)

  await server.call(routes.reassign.undo, { params: { id: reassignmentId } }, token)
  expect((await get(`image/${id}`)).rawPayload.equals(untouched.rawPayload)).toBe(true)
})

test('an animal leaves under one name, whatever form a device has written', async () => {
  const { body: owner } = await server.call(
    routes.owner.create,
    { body: { name: 'Ann Green' } },
    token,
  )
  const animal = { name: 'Milo', patientId: 'MILO-1', ownerId: owner.id, speciesId: 1 }
  await server.call(routes.patient.create, { body: { ...animal, birthDate: '2020-02-03' } }, token)
  const uids = { StudyInstanceUID: toUid('study Milo'), SeriesInstanceUID: toUid('series Milo') }
  const alone = createRadiograph('Milo', {
    ...uids,
    PatientName: 'Milo',
    PatientID: 'MILO-1',
    PatientBirthDate: '20200203',
    ResponsiblePerson: '',
  })
  const { imageId } = ImportLine.parse(JSON.parse((await importFile(server, token, alone)).body))
  const expected = { name: 'Ann Green^Milo', owner: 'Ann Green', number: 'MILO-1' }
  expect(describe((await get(`image/${imageId}`)).rawPayload)).toMatchObject(expected)
  const instance = `dicom-web/studies/${uids.StudyInstanceUID}/series/${uids.SeriesInstanceUID}/instances/${toUid('image Milo')}`
  const wado = await get(instance, 'application/dicom')
  expect(describe(wado.rawPayload)).toMatchObject(expected)
  const name = { '00100010': { Value: [{ Alphabetic: 'Ann Green^Milo' }] } }
  for (const path of [`${instance}/metadata`, 'dicom-web/studies?PatientID=MILO-1'])
    expect((await get(path, 'application/dicom+json')).json()).toMatchObject([name])
})

test('a renamed animal and owner are in every outgoing file, and nothing else changes', async () => {
  const id = await importImage('renamed')
  const { patientId } = await findRecord(id)
  const { body: patient } = await server.call(
    routes.patient.one,
    { params: { id: patientId } },
    token,
  )
  await server.call(routes.patient.update, { body: { ...patient, name: 'Max' } }, token)
  expect(describe((await get(`image/${id}`)).rawPayload)).toMatchObject({
    name: expect.stringContaining('^Max'),
    number: 'ID renamed',
    birthDate: '20150101',
    other: 'CHIP-OF-THE-FIRST',
  })
})

test('images that a server has as those of another animal are sent again with a new UID', async ({
  skip,
}) => {
  skip(!hasDcmtk, noDcmtk)
  const folder = await mkdtemp(join(tmpdir(), 'talus-moved-'))
  const peer = await startStorescp('-od', folder, '+B')
  try {
    const { id: target } = await server.unscopedDb
      .insertInto('dicomServer')
      .values({
        clinicId: server.first.id,
        serverName: 'PACS',
        aeTitle: 'PACS',
        host: '127.0.0.1',
        port: peer.port,
        description: 'TALUS',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await importImage('sent')
    const request = { dicomServerId: target, imageIdList: [id] }
    const sent = await server.call(routes.dicomServer.send, { body: request }, token)
    expect(sent.body).toMatchObject({ sent: 1 })
    const before = await findRecord(id)
    const patientId = await addMimi('MIMI-2')
    const first = await move(before.studyId, patientId)
    expect((await findRecord(id)).sopInstanceUID).not.toBe(before.sopInstanceUID)
    const states = () =>
      server.unscopedDb
        .selectFrom('dicomSend')
        .select(['state'])
        .where('imageId', '=', id)
        .execute()
    expect(await states()).toEqual([{ state: 'waiting' }])
    // Undone before the server got it again: as if nothing had happened.
    await server.call(routes.reassign.undo, { params: { id: first.id } }, token)
    expect((await findRecord(id)).sopInstanceUID).toBe(before.sopInstanceUID)
    expect(await states()).toEqual([{ state: 'sent' }])

    await move(before.studyId, patientId)
    const after = await findRecord(id)
    server.advanceClock(61_000)
    await expect.poll(async () => (await readdir(folder)).length, { timeout: 15_000 }).toBe(2)
    const received = new Map<string, ReturnType<typeof describe>>()
    for (const name of await readdir(folder)) {
      const bytes = await readFile(join(folder, name))
      received.set(readDicom(bytes).identity.sopInstanceUid, describe(bytes))
      const former = readDicom(bytes).dataSet.item(0x04_00_05_61)?.item(0x04_00_05_50)
      if (readDicom(bytes).identity.sopInstanceUid === after.sopInstanceUID)
        expect(former?.text(0x00_08_00_18)).toBe(before.sopInstanceUID)
    }
    expect(received.get(after.sopInstanceUID)).toEqual({
      uid: after.sopInstanceUID,
      ...mimi('MIMI-2'),
    })
    expect(received.get(before.sopInstanceUID)).toMatchObject({ number: 'ID sent' })
  } finally {
    await peer.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a damaged file is not copied with another animal', async () => {
  const id = await importImage('damaged')
  const { filePath, studyId, byteLength } = await findRecord(id)
  await move(studyId, await addMimi('MIMI-3'))
  const damaged = createRadiograph('other pixels', {}, { seed: 9 })
  await server.files.put(filePath, damaged.subarray(0, byteLength))
  expect((await get(`image/${id}`)).statusCode).toBe(422)
})
