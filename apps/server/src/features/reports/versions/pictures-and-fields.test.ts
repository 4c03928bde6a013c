import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createPictureFile,
  createReport,
  createReportDocument,
  createReporter,
  importStudy,
} from '../../../testing/records/reports.ts'
import {
  createDrawing,
  createToolState,
  createViewerState,
} from '../../../testing/records/viewer-states.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { sweepReportPictures } from '../content/picture-sweep.ts'

let server: TestServer
let token: string
let admin: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  token = await createReporter(server, server.first.id, 'content.reports')
})
afterAll(() => server.close())

const importOne = () => importStudy(server, server.first.id, admin)
const create = (studyId: StudyId, document = createReportDocument()) =>
  createReport(server, token, studyId, document)

const listVersions = async (studyId: StudyId) =>
  (await server.call(routes.report.versions, { params: { studyId } }, token)).body

test('an image of another clinic, a rejected one and a picture of another image are refused', async () => {
  const { studyId, imageId } = await importOne()
  const other = await importOne()
  const secondAdmin = await server.createToken(server.second.users.clinicAdmin.id)
  const foreign = await importStudy(server, server.second.id, secondAdmin)
  const tryImage = (slot: { imageId: ImageId; studyId: StudyId; view?: string }) =>
    create(studyId, createReportDocument('x', [slot]))
  expect(await tryImage(foreign)).toRefuse('report/no-picture')
  expect(await tryImage({ imageId, studyId: other.studyId })).toRefuse('report/no-picture')
  const pictureFile = await createPictureFile('jpeg', 300, 200)
  const added = await server.call(
    routes.report.addPicture,
    { form: { fields: { imageId: other.imageId }, files: { pictureFile: [pictureFile] } } },
    token,
  )
  const { view } = added.body
  expect(await tryImage({ imageId, studyId, view })).toRefuse('report/no-picture')
  const own = createReportDocument('x', [{ ...other, view }])
  expect((await create(other.studyId, own)).status).toBe(200)
  const text = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.png')
  expect(
    await server.call(
      routes.report.addPicture,
      { form: { fields: { imageId }, files: { pictureFile: [text] } } },
      token,
    ),
  ).toRefuse('report/not-picture')
  await server.unscopedDb
    .updateTable('image')
    .set({ isRejected: true })
    .where('id', '=', imageId)
    .execute()
  expect(await tryImage({ imageId, studyId })).toRefuse('report/no-picture')
  await server.unscopedDb
    .updateTable('study')
    .set({ isDeleted: true })
    .where('id', '=', studyId)
    .execute()
  expect(await create(studyId)).toRefuse('record/not-found')
})

test('an old picture is removed, unless a draft or a version shows it', async () => {
  const { studyId, imageId } = await importOne()
  const addPicture = async () => {
    const pictureFile = await createPictureFile('jpeg', 60, 40)
    const form = { fields: { imageId }, files: { pictureFile: [pictureFile] } }
    return (await server.call(routes.report.addPicture, { form }, token)).body.view
  }
  const views = [await addPicture(), await addPicture(), await addPicture()] as const
  const show = (view: string) => createReportDocument('x', [{ imageId, studyId, view }])
  await create(studyId, show(views[0]))
  server.advanceClock(1000)
  const body = { version: 0, document: show(views[1]) }
  await server.call(routes.report.saveDraft, { params: { studyId }, body }, token)
  const later = () => new Date(server.clock().getTime() + 31 * 86_400_000)
  await sweepReportPictures({ ...server, clock: later })
  const statuses = []
  for (const view of views) {
    const pictureId = view.replace('picture:', '')
    const shown = await server.call(routes.report.picture, { params: { pictureId } }, token)
    statuses.push(shown.status)
  }
  expect(statuses).toEqual([200, 200, 404])
})

test('measurements of the viewer are listed for the text, and renewed in the PDF', async () => {
  const { studyId, imageId } = await importOne()
  const handles = { start: { x: 1, y: 2 }, end: { x: 7, y: 9 } }
  const drawing = { ...createDrawing('length'), steps: [{ step: 1, handles, length: 10 }] }
  const saved = await server.call(
    routes.viewerState.save,
    {
      params: { studyId },
      body: createViewerState({ toolState: createToolState(imageId, drawing) }),
    },
    admin,
  )
  expect(saved.status).toBe(200)
  const list = async () =>
    (await server.call(routes.report.measurements, { params: { studyId } }, token)).body
  const [chip] = await list()
  expect(chip).toMatchObject({
    measurementId: drawing.id,
    imageId,
    name: 'length',
    label: 'Length',
  })
  const node = { type: 'measurement', attrs: { ...chip, detail: 'full' } }
  const outdated = { ...node, attrs: { ...node.attrs, value: 1 } }
  const fresh = await create(studyId, createReportDocument('x ', [], [node]))
  expect(fresh.body.updatedMeasurements).toBe(0)
  const renewed = await create(studyId, createReportDocument('x ', [], [outdated]))
  expect(renewed.body.updatedMeasurements).toBe(1)
  const { id } = renewed.body.report
  const source = await server.call(routes.report.source, { params: { id } }, token)
  expect(JSON.stringify(source.body.document)).toContain(`"value":${chip?.value}`)
})

test('an unfilled field, a page that is too full and a wrong document are refused', async () => {
  const { studyId } = await importOne()
  const attrs = { kind: 'choice', options: ['none', 'mild'], unit: '', hint: '', value: null }
  const unfilled = await create(
    studyId,
    createReportDocument('Effusion: ', [], [{ type: 'field', attrs }]),
  )
  expect(unfilled).toRefuse('report/fields-unfilled')
  expect(unfilled.error.message).toContain('[none | mild]')
  const full = createReportDocument('word '.repeat(3900))
  expect(await create(studyId, full)).toRefuse('report/page-too-full')
  const html = createReportDocument('x', [], [{ type: 'html', text: '<script>' }])
  expect(await create(studyId, html)).toRefuse('request/invalid')
  expect(await listVersions(studyId)).toEqual([])
})
