import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import { readDicom, transcode } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwnStudy, setUpTray } from '../../../testing/archive/tray-fixture.ts'
import { hasDcmtk, noDcmtk, startStorescp } from '../../../testing/dicom/dcmtk.ts'
import { addGroupLength, createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { openDicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { sweepDiscarded } from './retention.ts'

const tray = setUpTray()
const { store, findGroupOfName: findGroup, decide, listImages, readStored } = tray

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-decided-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const findGroups = async (name: string) =>
  (await tray.list()).filter(({ claim }) => claim.name === name)

async function removeDecidedFiles() {
  const { unscopedDb, files } = tray.server
  const later = new Date(tray.server.clock().getTime() + 91 * 86_400_000)
  await sweepDiscarded({ unscopedDb, files, clock: () => later })
}

test('a file that was assigned to an animal or made a new one is known when it is sent again', async () => {
  await store(createOwnStudy('target', { PatientID: 'T-1', PatientName: 'Gagnon^Felix' }))
  await store(createOwnStudy('owner of the number', { PatientID: 'T-9', PatientName: 'Roy^Bella' }))
  const [target] = await listImages('T-1')
  const assigned = createOwnStudy('assigned', { PatientID: 'T-9', PatientName: 'Gagnon^Felix' })
  expect((await store(assigned)).outcome).toBe('held')
  await decide(await findGroup('Felix'), 'assign', { patientDatabaseId: target?.patientDatabaseId })
  const created = createOwnStudy('created', { PatientID: 'T-9', PatientName: 'Roy^Nova' })
  expect((await store(created)).outcome).toBe('held')
  await decide(await findGroup('Nova'), 'create', { patientId: 'T-2' })

  const files = [
    { file: assigned, number: 'T-1', images: 2 },
    { file: created, number: 'T-2', images: 1 },
  ]
  for (const { file, number, images } of files) {
    const again = await store(file)
    expect(again).toMatchObject({
      outcome: 'known',
      imageId: (await listImages(number)).at(-1)?.id,
    })
    // Another system encodes it in its own way.
    expect((await store(addGroupLength(file))).outcome).toBe('known')
    expect(await listImages(number)).toHaveLength(images)
  }
  // The received files are removed after their time, and are known nevertheless.
  await removeDecidedFiles()
  for (const { file, number, images } of files) {
    expect((await store(file)).outcome).toBe('known')
    expect((await store(addGroupLength(file))).outcome).toBe('known')
    expect(await listImages(number)).toHaveLength(images)
  }
  // Other content with the same UID is a question, as it is for every image.
  const other = createOwnStudy(
    'created',
    { PatientID: 'T-9', PatientName: 'Roy^Nova' },
    { seed: 2 },
  )
  expect((await store(other)).outcome).toBe('held')
  const [image] = await listImages('T-2')
  expect(await findGroup('Nova')).toMatchObject({
    reason: 'content-differs',
    record: { imageId: image?.id },
  })
})

test('a file that was kept beside another one is known in every encoding', async () => {
  const of = { PatientID: 'K-1', PatientName: 'Roy^Kira' }
  await store(createOwnStudy('kept', of))
  const second = createOwnStudy('kept', of, { seed: 2 })
  expect((await store(second)).outcome).toBe('held')
  await decide(await findGroup('Kira'), 'keep-both')
  expect((await store(addGroupLength(second))).outcome).toBe('known')
  await removeDecidedFiles()
  expect((await store(addGroupLength(second))).outcome).toBe('known')
  expect(await listImages('K-1')).toHaveLength(2)
})

test('a replacing object gets a new UID, and replaces the old one at the servers that have it', async ({
  skip,
}) => {
  skip(!hasDcmtk, noDcmtk)
  const peer = await startStorescp('-od', folder, '+B', '--unique-filenames')
  const body = {
    clinicId: tray.server.first.id,
    serverName: 'PACS',
    aeTitle: 'PACS',
    host: '127.0.0.1',
    port: peer.port,
    description: 'TALUS',
  }
  const root = await tray.server.createToken(tray.server.first.users.superAdmin.id)
  const { body: pacs } = await tray.server.call(routes.dicomServer.create, { body }, root)
  const of = { PatientID: 'R-1', PatientName: 'Roy^Rocky' }
  const first = createOwnStudy('replaced', of)
  const { imageId } = await store(first)
  if (imageId === undefined) throw new Error('not stored')
  const request = { dicomServerId: pacs.id, imageIdList: [imageId] }
  await tray.server.call(routes.dicomServer.send, { body: request }, root)
  const [before] = await listImages('R-1')

  const second = createOwnStudy('replaced', of, { seed: 2 })
  expect((await store(second)).outcome).toBe('held')
  expect((await decide(await findGroup('Rocky'), 'replace')).status).toBe(200)
  const [after, ...others] = await listImages('R-1')
  expect(others).toEqual([])
  expect(after?.id).toBe(imageId)
  expect(after?.sopInstanceUID).not.toBe(before?.sopInstanceUID)
  const read = async () =>
    Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))
  await expect.poll(async () => (await read()).length, { timeout: 15_000 }).toBe(2)
  await peer.close()
  const sent = (await read()).map((file) => readDicom(file))
  const replacing = sent.find(({ identity }) => identity.sopInstanceUid === after?.sopInstanceUID)
  const former = replacing?.dataSet.item(0x04_00_05_61)?.item(0x04_00_05_50)
  expect(former?.text(0x00_08_00_18)).toBe(before?.sopInstanceUID)

  const { body: history } = await tray.server.call(
    routes.image.history,
    { params: { id: imageId } },
    tray.tokens.admin,
  )
  expect(history).toMatchObject([
    { sopInstanceUID: before?.sopInstanceUID, reason: 'replacement', hasFile: true },
  ])
  // The history keeps its file when the discarded entry ends.
  await removeDecidedFiles()
  expect(await tray.server.files.stat(before?.filePath ?? '')).toBeDefined()
  for (const file of [first, second, addGroupLength(first), addGroupLength(second)])
    expect((await store(file)).outcome).toBe('known')
  expect(await listImages('R-1')).toHaveLength(1)
})

test('a replacing object of another study is shown as such, and gets the study of the image', async () => {
  const of = { PatientID: 'F-1', PatientName: 'Roy^Fibi' }
  await store(createOwnStudy('foreign', of))
  const [before] = await listImages('F-1')
  const foreign = {
    StudyInstanceUID: toUid('foreign study'),
    SeriesInstanceUID: toUid('foreign series'),
    PatientID: '',
  }
  expect((await store(createOwnStudy('foreign', { ...of, ...foreign }))).outcome).toBe('held')
  const group = await findGroup('Fibi')
  expect(group).toMatchObject({ reason: 'content-differs', differing: ['studyInstanceUID'] })
  expect((await decide(group, 'replace')).status).toBe(200)
  const [after] = await listImages('F-1')
  expect(after?.id).toBe(before?.id)
  const { identity } = await readStored(after?.filePath ?? '')
  expect(identity).toMatchObject({
    studyInstanceUid: before?.studyInstanceUID,
    seriesInstanceUid: before?.seriesInstanceUID,
    sopInstanceUid: after?.sopInstanceUID,
    patientId: 'F-1',
  })
  const client = await openDicomWebClient(tray.server, tray.tokens.admin)
  const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*'
  const found = await client.send(`/studies/${before?.studyInstanceUID}`, { accept })
  const retrieved = found.parts().map(({ bytes }) => readDicom(bytes).identity.studyInstanceUid)
  expect(retrieved).toEqual([before?.studyInstanceUID])
})

test('a file of a study of another animal can be kept beside the image with its UID', async () => {
  await store(createOwnStudy('study of another', { PatientID: 'B-2', PatientName: 'Roy^Other' }))
  const of = { PatientID: 'B-1', PatientName: 'Roy^Bibi' }
  await store(createOwnStudy('beside', of))
  const StudyInstanceUID = toUid('study study of another')
  expect((await store(createOwnStudy('beside', { ...of, StudyInstanceUID }))).outcome).toBe('held')
  expect((await decide(await findGroup('Bibi'), 'keep-both')).status).toBe(200)
  const images = await listImages('B-1')
  expect(images).toHaveLength(2)
  for (const { filePath, studyInstanceUID } of images) {
    const { identity } = await readStored(filePath)
    expect(identity.studyInstanceUid).toBe(studyInstanceUID)
  }
  expect(await listImages('B-2')).toHaveLength(1)
})

test('a question about other content says what differs', async () => {
  const of = { PatientID: 'D-1', PatientName: 'Roy^Dido', BodyPartExamined: 'CHEST' }
  const size = { rows: 64, columns: 48 }
  await store(createRadiograph('differing', of, size))
  const other = { ...of, BodyPartExamined: 'ELBOW', ImageComments: 'Left side' }
  const listOf = async (bytes: Uint8Array) => {
    expect((await store(bytes)).outcome).toBe('held')
    // Each picture of the image is a question of its own.
    const [id] = (await findGroups('Dido')).at(-1)?.entryIds ?? []
    if (id === undefined) throw new Error('no entry')
    return (await tray.server.call(routes.tray.differences, { params: { id } }, tray.tokens.admin))
      .body
  }
  expect(await listOf(createRadiograph('differing', other, size))).toEqual({
    pixels: 'same',
    attributes: [
      { tag: '00180015', keyword: 'BodyPartExamined', claim: 'ELBOW', record: 'CHEST' },
      { tag: '00204000', keyword: 'ImageComments', claim: 'Left side', record: '' },
    ],
    more: 0,
  })
  const otherPixels = createRadiograph('differing', of, { ...size, seed: 2 })
  expect(await listOf(otherPixels)).toEqual({ pixels: 'differ', attributes: [], more: 0 })
  const compressed = Buffer.concat(
    await transcode(createRadiograph('differing', other, size), '1.2.840.10008.1.2.4.80'),
  )
  // The same question in another transfer syntax is the first one.
  expect((await store(compressed)).outcome).toBe('held')
  expect((await findGroups('Dido')).map(({ entryIds }) => entryIds.length)).toEqual([1, 1])
  const many = Object.fromEntries(
    ['StudyID', 'SeriesDescription', 'StudyDescription', 'Manufacturer', 'StationName'].map(
      (keyword) => [keyword, 'Other'],
    ),
  )
  const numbers = {
    KVP: 70,
    XRayTubeCurrent: 5,
    ExposureTime: 9,
    Exposure: 4,
    DistanceSourceToDetector: 1000,
  }
  const places = { InstitutionName: 'Other', InstitutionAddress: 'Other', ProtocolName: 'Other' }
  const all = { ...other, ...many, ...numbers, ...places }
  const { attributes, more } = await listOf(createRadiograph('differing', all, size))
  expect([attributes.length, more]).toEqual([12, 3])
})

test('files that name two animals do not become one new animal', async () => {
  await store(createOwnStudy('two 1', { PatientID: '2-1', PatientName: 'Roy^One' }))
  await store(createOwnStudy('two 2', { PatientID: '2-2', PatientName: 'Roy^Two' }))
  await store(createOwnStudy('two 3', { PatientID: '2-1', PatientName: 'Gagnon^Uno' }))
  await store(createOwnStudy('two 4', { PatientID: '2-2', PatientName: 'Gagnon^Duo' }))
  const groups = [await findGroup('Uno'), await findGroup('Duo')]
  const entryIds = groups.flatMap((group) => group.entryIds)
  expect(await decide({ entryIds }, 'create', { patientId: '2-3' })).toRefuse(
    'tray/several-animals',
  )
  expect(await listImages('2-3')).toEqual([])
})
