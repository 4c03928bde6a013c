import { StudyId, routes } from '@talus/contract'
import type { RouteBody, ImageId } from '@talus/contract'
import { readDicom } from '@talus/dicom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDicomFile,
  createImageElements,
} from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import type { NewElement } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.reporter.id)
})
afterAll(() => server.close())

async function importImage(bytes: Uint8Array) {
  const response = await server.app.inject({
    method: 'POST',
    url: `${server.config.apiBase}image/import?ClinicId=${server.first.id}&name=x.dcm`,
    headers: {
      authorization: `Bearer ${await server.createToken(server.first.users.clinicAdmin.id)}`,
      'content-type': 'application/dicom',
    },
    payload: Buffer.from(bytes),
  })
  return response.json<{ imageId: ImageId; studyId: number }>()
}
const radiograph = (number: number, photometric = 'MONOCHROME2') => {
  const samples = photometric === 'RGB' ? 3 : 1
  const own = new Map([
    [0x00_08_00_18, `2.25.77${number}`],
    [0x00_20_00_0d, '2.25.7700'],
  ])
  const elements = createImageElements({ columns: 4, rows: 2, photometric, samples }).map(
    ([tag, vr, value]): NewElement => [tag, vr, own.get(tag) ?? value],
  )
  return createDicomFile([...elements, [0x7f_e0_00_10, 'OW', new Uint8Array(4 * 2 * 2 * samples)]])
}
const presentation: RouteBody<typeof routes.image.presentation> = {
  viewport: { invert: true, rotation: 90, hflip: false, vflip: false, window: null },
  crop: { start: { x: 1, y: 0 }, end: { x: 3, y: 2 } },
  marks: [{ kind: 'line', from: { x: 0, y: 0 }, to: { x: 3, y: 2 } }],
  texts: [{ text: 'VHS 10.3', at: { x: 1, y: 1 } }],
}
const present = (id: ImageId, by = token) =>
  server.call(routes.image.presentation, { params: { id }, body: presentation }, by)

test('a presentation state is stored in the study, and is not listed as an image', async () => {
  const { imageId, studyId } = await importImage(radiograph(1))
  const first = await present(imageId)
  const second = await present(imageId)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.sopInstanceUID).not.toBe(first.body.sopInstanceUID)

  const file = await server.app.inject({
    url: `${server.config.apiBase}image/${second.body.imageId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const { dataSet } = readDicom(file.rawPayload)
  expect([dataSet.code(0x00_08_00_60), dataSet.number(0x00_20_00_13)]).toEqual(['PR', 2])
  expect(dataSet.code(0x00_20_00_0d)).toBe('2.25.7700')
  const reference = dataSet.item(0x00_08_11_15)?.item(0x00_08_11_40)
  expect(reference?.code(0x00_08_11_55)).toBe('2.25.771')
  const annotations = dataSet.item(0x00_70_00_01)
  expect(annotations?.item(0x00_70_00_08)?.text(0x00_70_00_06)).toBe('VHS 10.3')

  const shown = await server.call(routes.image.ofStudy, { query: { studyId } }, token)
  expect(shown.body.map(({ id }) => id)).toEqual([imageId])
  const trail = await server.unscopedDb
    .selectFrom('auditEvent')
    .select('entityId')
    .where('action', '=', 'image.present')
    .execute()
  expect(trail.map(({ entityId }) => Number(entityId))).toEqual([imageId, imageId])
})

test('a presentation state of a multi-frame image refers to the viewed frame', async () => {
  const own = new Map([[0x00_08_00_18, '2.25.779']])
  const elements = createImageElements({ columns: 1, rows: 1, frames: 3 }).map(
    ([tag, vr, value]): NewElement => [tag, vr, own.get(tag) ?? value],
  )
  const { imageId } = await importImage(
    createDicomFile([...elements, [0x7f_e0_00_10, 'OW', [1, 2, 3]]]),
  )
  const savePresentation = (frame: number) =>
    server.call(
      routes.image.presentation,
      { params: { id: imageId }, body: { ...presentation, frame } },
      token,
    )
  const saved = await savePresentation(2)
  expect(saved.status).toBe(200)
  const file = await server.app.inject({
    url: `${server.config.apiBase}image/${saved.body.imageId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const reference = readDicom(file.rawPayload).dataSet.item(0x00_08_11_15)?.item(0x00_08_11_40)
  expect(reference?.number(0x00_08_11_60)).toBe(2)
  expect([(await savePresentation(4)).status, (await savePresentation(4)).error.code]).toEqual([
    404,
    'record/not-found',
  ])
})

test('a presentation state of a colour image is refused', async () => {
  const { imageId } = await importImage(radiograph(2, 'RGB'))
  const answer = await present(imageId)
  expect(answer).toRefuse('image/not-presentable')
})

test('a presentation state of a presentation state, or of another clinic’s image, is refused', async () => {
  const { imageId } = await importImage(radiograph(3))
  const state = await present(imageId)
  expect((await present(state.body.imageId)).status).toBe(404)
  const stranger = await server.createToken(server.second.users.reporter.id)
  expect((await present(imageId, stranger)).status).toBe(404)
})

test('a presentation state of an image that is shown by its VOI LUT has the LUT', async () => {
  const own = new Map([[0x00_08_00_18, '2.25.7791']])
  const table: NewElement[] = [
    [0x00_28_30_02, 'US', [4, 0, 8]],
    [0x00_28_30_03, 'LO', 'SOFTER'],
    [0x00_28_30_06, 'US', [0, 10, 200, 255]],
  ]
  const more: NewElement[] = [[0x00_28_30_10, 'SQ', [table]]]
  const elements = createImageElements({ columns: 4, rows: 1, more }).map(
    ([tag, vr, value]): NewElement => [tag, vr, own.get(tag) ?? value],
  )
  const { imageId } = await importImage(
    createDicomFile([...elements, [0x7f_e0_00_10, 'OW', [0, 1, 2, 3]]]),
  )
  const shown = async (voiLut: number) =>
    server.call(
      routes.image.presentation,
      {
        params: { id: imageId },
        body: {
          ...presentation,
          viewport: { ...presentation.viewport, window: { center: 2, width: 4, voiLut } },
        },
      },
      token,
    )
  const saved = await shown(0)
  expect(saved.status).toBe(200)
  const state = await server.call(
    routes.image.presentationState,
    { params: { id: imageId, stateId: saved.body.imageId } },
    token,
  )
  expect(state.body.windows).toEqual([])
  expect(state.body.tables).toEqual([{ first: 0, levels: [0, 0.0392, 0.7843, 1], name: 'SOFTER' }])
  expect(await shown(1)).toRefuse('image/not-presentable')
})

describe('the presentation states of a study', () => {
  const list = (studyId: number, by = token) =>
    server.call(routes.image.presentations, { query: { studyId: StudyId.parse(studyId) } }, by)
  const read = (id: ImageId, stateId: ImageId, by = token) =>
    server.call(routes.image.presentationState, { params: { id, stateId } }, by)

  /** A presentation state of another workstation, of any kind. */
  const createState = (number: number, referenced: string, kind = 1) =>
    createDicomFile([
      [0x00_08_00_16, 'UI', `1.2.840.10008.5.1.4.1.1.11.${kind}`],
      [0x00_08_00_18, 'UI', `2.25.78${number}`],
      [0x00_08_00_60, 'CS', 'PR'],
      [0x00_08_11_15, 'SQ', [[[0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', referenced]]]]]]],
      [0x00_10_00_10, 'PN', 'Rex^Owner'],
      [0x00_20_00_0d, 'UI', '2.25.7700'],
      [0x00_20_00_0e, 'UI', '2.25.7801'],
      [
        0x00_28_31_10,
        'SQ',
        [
          [
            [0x00_28_10_50, 'DS', '40'],
            [0x00_28_10_51, 'DS', '80'],
          ],
        ],
      ],
      [0x00_70_00_41, 'CS', 'Y'],
      [0x00_70_00_42, 'US', [90]],
      [0x00_70_00_80, 'CS', 'ORTHO'],
      [0x00_70_00_81, 'LO', 'Stifle'],
      [0x00_70_00_82, 'DA', '20260304'],
      [0x00_70_00_84, 'PN', 'Meier^Anna^^Dr.'],
      [0x20_50_00_20, 'CS', 'INVERSE'],
    ])

  test('received presentation states are listed with the images that they refer to, and are read', async () => {
    const { imageId, studyId } = await importImage(radiograph(5))
    const received = await importImage(createState(1, '2.25.775'))
    const colour = await importImage(createState(2, '2.25.775', 2))
    await importImage(createState(3, '2.25.99999'))
    const reply = await list(studyId)
    const named = reply.body.filter(({ label }) => label === 'ORTHO')
    const shared = {
      imageIds: [imageId],
      label: 'ORTHO',
      description: 'Stifle',
      creator: 'Dr. Anna Meier',
      createdOn: '2026-03-04',
    }
    expect(named).toEqual([
      { ...shared, id: colour.imageId, isSupported: false },
      { ...shared, id: received.imageId, isSupported: true },
    ])
    const state = await read(imageId, received.imageId)
    expect(state.body).toMatchObject({
      windows: [{ center: 40, width: 80, function: 'LINEAR', name: '' }],
      isInverted: true,
      rotation: 270,
      hflip: true,
      crop: null,
    })
    expect(await read(imageId, colour.imageId)).toRefuse('image/unreadable')
    const other = await importImage(radiograph(6))
    expect(await read(other.imageId, received.imageId)).toRefuse('record/not-found')
    expect(await read(imageId, other.imageId)).toRefuse('record/not-found')
  })

  test('presentation states of another clinic do not exist', async () => {
    const { imageId, studyId } = await importImage(radiograph(7))
    const { body } = await present(imageId)
    expect((await read(imageId, body.imageId)).body).toMatchObject({
      isInverted: true,
      rotation: 90,
      crop: { start: { x: 1, y: 0 }, end: { x: 3, y: 2 } },
      texts: [{ text: 'VHS 10.3', at: { x: 1, y: 1 } }],
    })
    const stranger = await server.createToken(server.second.users.reporter.id)
    expect((await list(studyId, stranger)).body).toEqual([])
    expect(await read(imageId, body.imageId, stranger)).toRefuse('record/not-found')
  })
})
