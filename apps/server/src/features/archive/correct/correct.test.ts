import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ImportLine, routes } from '@talus/contract'
import type { DicomServerId, ImageId } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasDcmtk, noDcmtk, startStorescp } from '../../../testing/dicom/dcmtk.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { startReadPool, startTranscodePool } from '../../../workers/index.ts'
import { openArchive } from '../archive.service.ts'
import { adoptRecentOrphans } from '../verify/orphans.ts'
import { verifyFiles } from '../verify/verify.ts'

let server: TestServer
let token: string
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.superAdmin.id)
  folder = await mkdtemp(join(tmpdir(), 'talus-corrected-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function importImage(bytes: Buffer): Promise<ImageId> {
  const { body } = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?ClinicId=${server.first.id}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    payload: bytes,
  })
  const { imageId } = ImportLine.parse(JSON.parse(body))
  if (imageId === undefined) throw new Error(body)
  return imageId
}

const findRecord = (id: ImageId) =>
  server.unscopedDb
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .selectAll('image')
    .select('study.studyInstanceUID')
    .where('image.id', '=', id)
    .executeTakeFirstOrThrow()

const annotate = (imageId: ImageId, bodyPart: string, bodyPartView: string) =>
  server.call(
    routes.image.annotate,
    { body: { imageId, annotation: { bodyPart, bodyPartView } } },
    token,
  )

const readFiles = async () =>
  Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))

const originalAttributes = 0x04_00_05_61
const modifiedAttributes = 0x04_00_05_50
const sopInstance = 0x00_08_00_18

const listSends = (dicomServerId: DicomServerId) =>
  server.unscopedDb
    .selectFrom('dicomSend')
    .select(['state', 'imageId'])
    .where('dicomServerId', '=', dicomServerId)
    .execute()

test('a corrected image has a new UID, names its predecessor, and replaces it at the servers that had it', async ({
  skip,
}) => {
  skip(!hasDcmtk, noDcmtk)
  const peer = await startStorescp('-od', folder, '+B', '--unique-filenames')
  const body = {
    clinicId: server.first.id,
    serverName: 'PACS',
    aeTitle: 'PACS',
    host: '127.0.0.1',
    port: peer.port,
    description: 'TALUS',
  }
  const { body: target } = await server.call(routes.dicomServer.create, { body }, token)
  const id = await importImage(createRadiograph('sent before'))
  const before = await findRecord(id)
  const request = { dicomServerId: target.id, imageIdList: [id] }
  const sent = await server.call(routes.dicomServer.send, { body: request }, token)
  expect(sent.body).toMatchObject({ sent: 1 })

  expect((await annotate(id, 'Left Elbow', 'ML')).status).toBe(200)
  const after = await findRecord(id)
  expect(after.sopInstanceUID).not.toBe(before.sopInstanceUID)
  // The send queue sends it by itself. The peer may close once the queue has its answer.
  await expect
    .poll(async () => [(await readFiles()).length, await listSends(target.id)], { timeout: 15_000 })
    .toEqual([2, [{ imageId: id, state: 'sent' }]])
  await peer.close()
  const byUid = new Map(
    (await readFiles()).map((file) => [readDicom(file).identity.sopInstanceUid, file]),
  )
  expect([...byUid.keys()].toSorted()).toEqual(
    [before.sopInstanceUID, after.sopInstanceUID].toSorted(),
  )
  const { dataSet } = readDicom(byUid.get(after.sopInstanceUID) ?? Buffer.alloc(0))
  const former = dataSet.item(originalAttributes)?.item(modifiedAttributes)
  expect(former?.text(sopInstance)).toBe(before.sopInstanceUID)
  expect(former?.text(0x00_18_00_15)).toBe('CHEST')
  expect(dataSet.text(0x00_20_00_62)).toBe('L')
})

test('a replaced object is in the history of its image and nowhere else', async () => {
  const id = await importImage(createRadiograph('history'))
  const before = await findRecord(id)
  await annotate(id, 'Left Elbow', 'ML')
  server.advanceClock(1000)
  await annotate(id, 'Right Elbow', 'ML')
  // The same annotation again is no correction.
  await annotate(id, 'Right Elbow', 'ML')
  const after = await findRecord(id)
  const params = { id }
  const { body: history } = await server.call(routes.image.history, { params }, token)
  expect(history).toHaveLength(2)
  expect(history.at(-1)).toMatchObject({
    sopInstanceUID: before.sopInstanceUID,
    reason: 'annotation',
    hasFile: true,
    username: server.first.users.superAdmin.username,
  })
  const url = `${server.config.apiBase}image/${id}/history/${before.sopInstanceUID}`
  const old = await server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(readDicom(old.rawPayload).identity).toMatchObject({
    sopInstanceUid: before.sopInstanceUID,
    bodyPart: 'CHEST',
  })
  const stranger = await server.createToken(server.second.users.clinicAdmin.id)
  const foreign = await server.app.inject({ url, headers: { authorization: `Bearer ${stranger}` } })
  expect(foreign.statusCode).toBe(404)
  const query = { studyId: after.studyId }
  const shown = await server.call(routes.image.ofStudy, { query }, token)
  expect(shown.body.filter((image) => image.id === id)).toHaveLength(1)
  const web = async (path: string) =>
    server.app.inject({
      url: `${server.config.apiBase}dicom-web/studies/${after.studyInstanceUID}/${path}`,
      headers: { authorization: `Bearer ${token}`, accept: 'application/dicom+json' },
    })
  const found = (await web('instances')).json<{ '00080018': { Value: string[] } }[]>()
  const uids = found.flatMap((one) => one['00080018'].Value)
  expect(uids).toContain(after.sopInstanceUID)
  expect(uids).not.toContain(before.sopInstanceUID)
  const series = `series/${after.seriesInstanceUID}/instances`
  expect((await web(`${series}/${before.sopInstanceUID}/metadata`)).statusCode).toBe(404)
  expect((await web(`${series}/${after.sopInstanceUID}/metadata`)).statusCode).toBe(200)
  // The old object that another archive sends back is this image, and not a new one.
  expect(await importImage(createRadiograph('history'))).toBe(id)
})

test('a crash during a correction leaves the old or the new object, and never both', async () => {
  const id = await importImage(createRadiograph('crash'))
  await annotate(id, 'Left Elbow', 'ML')
  const before = await findRecord(id)
  // The server died after it had written the corrected file, and before it changed the record.
  const unborn = toUid('unborn correction')
  await server.unscopedDb
    .insertInto('replacedInstance')
    .values({ clinicId: server.first.id, imageId: id, sopInstanceUID: unborn })
    .execute()
  const clock = () => new Date()
  const day = clock().toISOString().slice(0, 10)
  const key = `images/${server.first.id}/${day}/00000000-0000-4000-8000-00000000c0de.dcm`
  await server.files.put(key, createRadiograph('crash', { SOPInstanceUID: unborn }))
  const readPool = startReadPool()
  const transcodePool = startTranscodePool()
  const { unscopedDb, files } = server
  const { log } = server.app
  try {
    const archive = openArchive({
      unscopedDb,
      files,
      readPool,
      transcodePool,
      clock: server.clock,
      log,
    })
    const deps = { unscopedDb, files, archive, clock, log }
    await adoptRecentOrphans(deps, 0)
    expect(await files.stat(key)).toBeUndefined()
    expect(await findRecord(id)).toEqual(before)
    const ours = new Set<ImageId | undefined>([id])
    const findings = []
    for await (const finding of verifyFiles({ ...deps, readPool }))
      if (ours.has(finding.imageId)) findings.push(finding)
    expect(findings).toEqual([])
    const kept = await unscopedDb
      .selectFrom('replacedInstance')
      .select('filePath')
      .where('imageId', '=', id)
      .where('replacedOn', 'is not', null)
      .executeTakeFirstOrThrow()
    await files.remove(kept.filePath ?? '')
    for await (const finding of verifyFiles({ ...deps, readPool }))
      if (ours.has(finding.imageId)) findings.push(finding)
    expect(findings).toMatchObject([{ kind: 'missing', key: kept.filePath }])
  } finally {
    await Promise.all([readPool.close(), transcodePool.close()])
  }
})

const hasDciodvfy = spawnSync('dciodvfy', ['-version']).error === undefined

test('dciodvfy reports nothing about the attributes that a correction adds', async ({ skip }) => {
  skip(!hasDciodvfy, 'dciodvfy of dicom3tools is not installed')
  const check = async (id: ImageId) => {
    const stream = await server.files.read((await findRecord(id)).filePath)
    const path = join(folder, `check-${id}.dcm`)
    await writeFile(path, stream ? await buffer(stream) : '')
    const { stderr } = spawnSync('dciodvfy', [path], { encoding: 'utf8' })
    return stderr.split('\n').filter((line) => line.startsWith('Error'))
  }
  const id = await importImage(createRadiograph('valid', { ImageLaterality: 'U' }))
  const before = new Set(await check(id))
  await annotate(id, 'Left Elbow', 'ML')
  await annotate(id, 'Right Elbow', 'ML')
  const checked = await check(id)
  expect(checked.filter((line) => !before.has(line))).toEqual([])
  // The text of a user replaces the code of the joint.
  await annotate(id, 'Oreille gauche', 'Flexion forcée')
  expect((await check(id)).filter((line) => !checked.includes(line))).toEqual([])
  await annotate(id, 'Plaie sous la griffe avant droite', 'Flexion')
  expect((await check(id)).filter((line) => !checked.includes(line))).toEqual([])
})
