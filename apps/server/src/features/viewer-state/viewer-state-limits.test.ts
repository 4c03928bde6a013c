import { defaultViewport, routes } from '@talus/contract'
import type { Drawing, ImageId, StudyId, ViewerState } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import {
  createDrawing,
  createDrawingUser,
  createToolState,
  createViewerState,
} from '../../testing/records/viewer-states.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
let token: string
let studyId: StudyId
let imageId: ImageId

beforeAll(async () => {
  server = await startTestServer()
  clinic = await createClinicWithImages(server, 'Limits')
  token = await createDrawingUser(server, clinic.id, { advancedTools: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
  imageId = await clinic.addImage({ studyId, bodyPart: 'Thorax' })
  await server.unscopedDb
    .updateTable('image')
    .set({ rows: 400, columns: 300 })
    .where('id', '=', imageId)
    .execute()
})

const save = (state: Partial<ViewerState>) =>
  server.call(
    routes.viewerState.save,
    { params: { studyId }, body: createViewerState(state) },
    token,
  )
const load = () => server.call(routes.viewerState.ofStudy, { params: { studyId } }, token)
const point = { x: 10, y: 10 }
const step = (number: number, end = { x: 50, y: 60 }) => ({
  step: number,
  handles: { start: point, end },
})
const withSteps = (tool: Drawing['tool'], ...steps: Drawing['steps']): Drawing => ({
  ...createDrawing(tool),
  steps,
})

test('a state that would hide or falsify images is refused, and the field is named', async () => {
  const twice = createDrawing('length')
  const far = withSteps('length', step(1, { x: -5000, y: 5 }))
  const loose = withSteps('tplo', step(3))
  const window = { center: 1e300, width: 10 }
  const refused = [
    { cropState: { [imageId]: { start: point, end: point } } },
    { viewportState: { [imageId]: { ...defaultViewport, window } } },
    { toolState: createToolState(imageId, twice, twice) },
    { toolState: createToolState(imageId, far) },
    { toolState: createToolState(imageId, loose) },
  ]
  for (const state of refused) {
    const reply = await save(state)
    expect(reply).toRefuse('request/invalid')
    expect(JSON.stringify(reply.body)).toContain(String(imageId))
  }
  expect((await load()).body).toMatchObject(createViewerState())
  const label = { ...step(1), handles: { ...step(1).handles, textBox: { x: -20, y: 5 } } }
  const accepted = await save({ toolState: createToolState(imageId, withSteps('length', label)) })
  expect(accepted.status).toBe(200)
})

test('a stored crop without an area is not shown, and does not prevent the next save', async () => {
  await save({ cropState: { [imageId]: { start: point, end: { x: 100, y: 100 } } } })
  const cropState = JSON.stringify({ [imageId]: { start: point, end: point } })
  await server.unscopedDb
    .updateTable('viewerState')
    .set({ cropState })
    .where('studyId', '=', studyId)
    .execute()
  const { body } = await load()
  expect(body).toMatchObject({ cropState: {}, version: 1 })
  expect((await save({ version: 1 })).status).toBe(200)
})

test('control characters and changes of the direction of writing are removed from comments', async () => {
  const text = 'left\u202E thgir\u2069 \u0007knee\nsecond line'
  await save({ toolState: createToolState(imageId, { ...createDrawing('comment'), text }) })
  const { body } = await load()
  expect(JSON.stringify(body)).toContain(JSON.stringify('left thgir knee\nsecond line'))
})

test('a drawing on a plane through a volume is kept in millimetres, also beyond the image', async () => {
  const plane = {
    frameOfReferenceUID: '1.2.840.1',
    origin: [-12.5, 40, 123.25],
    right: [0, 0.6, 0.8],
    down: [1, 0, 0],
  } satisfies Drawing['plane']
  const length = { ...withSteps('length', step(1, { x: -180.5, y: 512 })), plane }
  const toolState = createToolState(imageId, length)
  expect((await save({ toolState })).status).toBe(200)
  expect((await load()).body).toMatchObject({ toolState })
  for (const wrong of [
    { ...plane, right: [0, 3, 0] },
    { ...plane, down: [0, 0.6, 0.8] },
    { ...plane, origin: [0, 0, 1e9] },
    { ...plane, frameOfReferenceUID: '1'.repeat(65) },
  ] as Drawing['plane'][]) {
    const reply = await save({ toolState: createToolState(imageId, { ...length, plane: wrong }) })
    expect(reply).toRefuse('request/invalid')
  }
})
