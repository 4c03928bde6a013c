import { routes } from '@talus/contract'
import type { DicomServerId, Drawing, ImageId, StudyId, ViewerState } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import type { DataSet } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

async function importImage(name: string) {
  const file = createRadiograph(
    name,
    { StudyInstanceUID: toUid(`study of ${name}`), PixelSpacing: [0.5, 0.5] },
    { columns: 40, rows: 30 },
  )
  const response = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?ClinicId=${server.first.id}&name=x.dcm`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    payload: Buffer.from(file),
  })
  return response.json<{ imageId: ImageId; studyId: StudyId }>()
}

const line: Drawing = {
  id: '00000000-0000-4000-8000-000000000001',
  tool: 'length',
  steps: [{ step: 1, handles: { start: { x: 2, y: 3 }, end: { x: 22, y: 3 } }, length: 10 }],
}
const save = (
  studyId: StudyId,
  imageId: ImageId,
  version: number,
  ...drawings: readonly Drawing[]
) => {
  const toolState: ViewerState['toolState'] =
    drawings.length === 0 ? {} : { [imageId]: { drawings: [...drawings], calibration: null } }
  const body = { viewportState: {}, cropState: {}, toolState, version }
  return server.call(routes.viewerState.save, { params: { studyId }, body }, token)
}
const report = (studyId: StudyId, by = token) =>
  server.call(routes.viewerState.report, { params: { studyId } }, by)
const listReports = async (studyId: StudyId) =>
  (await server.call(routes.viewerState.reports, { params: { studyId } }, token)).body

async function readReport(imageId: ImageId) {
  const file = await server.app.inject({
    url: `${server.config.apiBase}image/${imageId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return readDicom(file.rawPayload).dataSet
}
const contentSequence = 0x00_40_a7_30
const listItems = (dataSet: DataSet | undefined): readonly DataSet[] =>
  dataSet ? [...dataSet.items(contentSequence)] : []
/** All numbers of a report, with their units. */
function listNumbers(dataSet: DataSet): readonly string[] {
  return listItems(dataSet).flatMap((item) => {
    const measured = item.item(0x00_40_a3_00)
    const unit = measured?.item(0x00_40_08_ea)?.code(0x00_08_01_00)
    const name = item.item(0x00_40_a0_43)?.text(0x00_08_01_04)
    return measured ? [`${name} ${measured.text(0x00_40_a3_0a)} ${unit}`] : listNumbers(item)
  })
}

test('each version of the measurements is an instance of its own, only if they have changed', async () => {
  const { studyId, imageId } = await importImage('report versions')
  expect((await report(studyId)).body).toEqual({ report: null })
  await save(studyId, imageId, 0, line)
  const first = (await report(studyId)).body.report
  expect(first).toMatchObject({ version: 1 })
  expect((await report(studyId)).body).toEqual({ report: null })

  const longer: Drawing = {
    ...line,
    steps: [{ step: 1, handles: { start: { x: 2, y: 3 }, end: { x: 32, y: 3 } }, length: 15 }],
  }
  await save(studyId, imageId, 1, longer)
  const second = (await report(studyId)).body.report
  await save(studyId, imageId, 2)
  const third = (await report(studyId)).body.report
  expect((await listReports(studyId)).map(({ version }) => version)).toEqual([3, 2, 1])
  const files = await Promise.all(
    [first, second, third].map((one) => readReport(one?.imageId ?? imageId)),
  )
  expect(files.map(listNumbers)).toEqual([['Length 10.0 mm'], ['Length 15.0 mm'], []])
  const [, next] = files
  // Patient and study are those of the image, and the former version is named.
  expect(next?.code(0x00_20_00_0d)).toBe(toUid('study of report versions'))
  expect(next?.code(0x00_08_00_60)).toBe('SR')
  const predecessor = next?.item(0x00_40_a3_60)?.item(0x00_08_11_15)?.item(0x00_08_11_99)
  expect(predecessor?.code(0x00_08_11_55)).toBe(first?.sopInstanceUID)
  // It is no image.
  const shown = await server.call(routes.image.ofStudy, { query: { studyId } }, token)
  expect(shown.body.map(({ id }) => id)).toEqual([imageId])
})

test('the measurements of another clinic’s study cannot be reported', async () => {
  const { studyId } = await importImage('report of others')
  const stranger = await server.createToken(server.second.users.clinicAdmin.id)
  expect(await report(studyId, stranger)).toRefuse('record/not-found')
})

test('a job writes the report when the measurements were left alone', async () => {
  const { studyId, imageId } = await importImage('report by job')
  await save(studyId, imageId, 0, line)
  const [job] = await server.unscopedDb
    .selectFrom('job')
    .select(['runAfter', 'createdOn', 'payload'])
    .where('uniqueKey', '=', `measurement-report ${studyId} 1`)
    .execute()
  expect(job && Date.parse(job.runAfter) - Date.parse(job.createdOn)).toBe(120_000)
  // A view that was only turned adds none.
  await save(studyId, imageId, 1, line)
  const jobs = await server.unscopedDb
    .selectFrom('job')
    .select('uniqueKey')
    .where('uniqueKey', 'like', `measurement-report ${studyId} %`)
    .execute()
  expect(jobs).toHaveLength(1)
})

test('reports are listed by version and go only to the servers that get them', async () => {
  const by = await server.createToken(server.first.users.superAdmin.id)
  const addServer = async (serverName: string, autoSend: boolean, sendReports: boolean) => {
    const peer = { aeTitle: 'PACS', host: '127.0.0.1', port: 9, description: 'TALUS' }
    const body = { serverName, autoSend, sendReports, ...peer, clinicId: server.first.id }
    return (await server.call(routes.dicomServer.create, { body }, by)).body.id
  }
  const reported = await addServer('Automatic with reports', true, true)
  const plain = await addServer('Automatic without', true, false)
  const manual = await addServer('By hand with reports', false, true)
  const listSent = async (...imageIds: readonly (ImageId | undefined)[]) =>
    server.unscopedDb
      .selectFrom('dicomSend')
      .select(['dicomServerId', 'imageId'])
      .where(
        'imageId',
        'in',
        imageIds.filter((id) => id !== undefined),
      )
      .orderBy('id')
      .execute()
  const pair = (dicomServerId: DicomServerId, imageId: ImageId | undefined) => ({
    dicomServerId,
    imageId,
  })

  const { studyId, imageId } = await importImage('sent report')
  await save(studyId, imageId, 0, line)
  await server.call(routes.dicomServer.sendAutomatically, { body: { studyId } }, token)
  const [first] = await listReports(studyId)
  expect(await listSent(imageId, first?.imageId)).toEqual([
    pair(reported, imageId),
    pair(reported, first?.imageId),
    pair(plain, imageId),
  ])

  const other = { ...line, id: '00000000-0000-4000-8000-000000000002' }
  await save(studyId, imageId, 1, line, other)
  const second = (await report(studyId)).body.report
  expect(await listSent(second?.imageId)).toEqual([pair(reported, second?.imageId)])

  const body = { imageIdList: [imageId], dicomServerId: manual }
  await server.call(routes.dicomServer.send, { body }, token)
  expect(await listSent(second?.imageId)).toEqual([
    pair(reported, second?.imageId),
    pair(manual, second?.imageId),
  ])
  const documents = await server.call(routes.document.ofStudy, { query: { studyId } }, token)
  expect(documents.body.map(({ measurementVersion }) => measurementVersion)).toEqual([1, 2])

  const unsent = await importImage('unsent report')
  await save(unsent.studyId, unsent.imageId, 0, line)
  const alone = (await report(unsent.studyId)).body.report
  expect(alone?.version).toBe(1)
  expect(await listSent(alone?.imageId)).toEqual([])
})
