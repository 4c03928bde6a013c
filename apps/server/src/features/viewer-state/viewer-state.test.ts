import { limits, defaultViewport, routes } from '@talus/contract'
import type { Drawing, PatientId, PermissionFlag, StudyId, ViewerState } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
/** A user with the advanced tools, as whom most requests are made. */
let surgeon: string
let stranger: string
let patientId: PatientId
let studyId: StudyId
let imageId: number

beforeAll(async () => {
  server = await startTestServer()
  clinic = await createClinicWithImages(server, 'Drawings')
  surgeon = await createUser({ advancedTools: true })
  stranger = await server.createToken(server.second.users.clinicAdmin.id)
})
afterAll(() => server.close())
beforeEach(async () => {
  patientId = await clinic.addPatient('Rex')
  studyId = await clinic.addStudy(patientId)
  imageId = await clinic.addImage({ studyId, bodyPart: 'Thorax' })
})

const createUser = (flags: Partial<Record<PermissionFlag, boolean>>) =>
  createDrawingUser(server, clinic.id, flags)

const save = (state: ViewerState, by = surgeon, study = studyId) =>
  server.call(routes.viewerState.save, { params: { studyId: study }, body: state }, by)
/** The saved state without its authors, which have tests of their own. */
const load = async (by = surgeon, study = studyId) => {
  const answer = await server.call(routes.viewerState.ofStudy, { params: { studyId: study } }, by)
  if (answer.status !== 200) return answer
  const { authors: _authors, ...body } = answer.body
  return { ...answer, body }
}

describe('the viewer state of a study', () => {
  test('is empty before the first save', async () => {
    expect([(await load()).status, (await load()).body]).toEqual([200, createViewerState()])
  })

  test('is read as it was saved, with its version', async () => {
    const state = createViewerState({
      viewportState: {
        [imageId]: {
          ...defaultViewport,
          rotation: 90,
          zoom: 1.25,
          window: { center: 7, width: 3 },
        },
      },
      cropState: { [imageId]: { start: { x: 1, y: 2 }, end: { x: 3.5, y: 4 } } },
      toolState: {
        [imageId]: {
          drawings: [{ ...createDrawing('comment'), text: 'œdème ’ ok', frame: 12 }],
          calibration: { method: 'ball', millimetres: 25.4, pixels: 182 },
        },
      },
    })
    expect((await save(state)).body).toMatchObject({ version: 1 })
    expect((await load()).body).toEqual({ ...state, version: 1 })
    const emptied = await save(createViewerState({ version: 1 }))
    expect([emptied.body, (await load()).body]).toEqual([
      { version: 2, authors: { [imageId]: {} } },
      createViewerState({ version: 2 }),
    ])
  })

  test('is not overwritten by a save that is based on an older version', async () => {
    const first = createViewerState({ toolState: createToolState(imageId, createDrawing()) })
    await save(first)
    for (const version of [0, 2, 7]) {
      const late = await save(createViewerState({ version }))
      expect(late).toRefuse('record/changed-meanwhile')
    }
    expect((await load()).body).toEqual({ ...first, version: 1 })
  })

  test('is saved by exactly one of many concurrent saves', async () => {
    const saved = await Promise.all(Array.from({ length: 8 }, () => save(createViewerState())))
    expect(saved.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array(7).fill(409),
    ])
    const again = await Promise.all(
      Array.from({ length: 8 }, () => save(createViewerState({ version: 1 }))),
    )
    expect(again.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array(7).fill(409),
    ])
    expect((await load()).body.version).toBe(2)
  })

  test('refers to images of this study only', async () => {
    const other = await clinic.addImage({ studyId: await clinic.addStudy(patientId) })
    const states = [
      { viewportState: { [other]: defaultViewport } },
      { cropState: { [other]: { start: { x: 1, y: 2 }, end: { x: 3, y: 4 } } } },
      {
        toolState: {
          ...createToolState(imageId, createDrawing()),
          ...createToolState(other, createDrawing()),
        },
      },
      { toolState: createToolState(server.second.records.imageId, createDrawing()) },
      { toolState: createToolState(9_007_199_254_740_991, createDrawing()) },
      { toolState: { '9999999999999999': { drawings: [], calibration: null } } },
    ]
    for (const state of states) {
      const refused = await save(createViewerState(state))
      expect(refused).toRefuse('record/not-found')
    }
    expect((await load()).body).toEqual(createViewerState())
  })

  test('is refused if it is invalid or too large', async () => {
    const refused = async (body: object) => {
      const answer = await server.app.inject({
        method: 'PUT',
        url: `${server.config.apiBase}viewerState/${studyId}`,
        headers: { authorization: `Bearer ${surgeon}` },
        payload: body,
      })
      return answer.statusCode
    }
    const state = createViewerState()
    expect(await refused({ ...state, toolState: { [imageId]: { drawings: 'none' } } })).toBe(400)
    expect(await refused({ ...state, cropState: { 'not an image': {} } })).toBe(400)
    const turned = { ...defaultViewport, rotation: 45 }
    expect(await refused({ ...state, viewportState: { [imageId]: turned } })).toBe(400)
    const many = Array.from({ length: limits.drawingsMax + 1 }, () => createDrawing())
    expect(await refused({ ...state, toolState: createToolState(imageId, ...many) })).toBe(400)
    expect(await refused({ ...state, more: 'x'.repeat(limits.jsonBytes) })).toBe(413)
  })

  test('of another clinic is not found', async () => {
    await save(createViewerState({ toolState: createToolState(imageId, createDrawing()) }))
    const answers = [await load(stranger), await save(createViewerState({ version: 1 }), stranger)]
    for (const { status, error } of answers) expect({ status, error }).toRefuse('record/not-found')
    expect((await load()).body.version).toBe(1)
  })

  test('of a deleted study can be read, and not changed', async () => {
    const deleted = await clinic.addStudy(patientId, true)
    expect((await load(surgeon, deleted)).status).toBe(200)
    expect((await save(createViewerState(), surgeon, deleted)).status).toBe(404)
    expect((await load(surgeon, 999_999 as StudyId)).status).toBe(404)
  })
})

describe('measurements with advanced tools', () => {
  const refusal = { status: 403, error: { code: 'viewer/advanced-tools' } }
  const tools = ['vhs', 'tplo', 'tta'] as const
  const moved = ({ steps, ...rest }: Drawing): Drawing => ({
    ...rest,
    steps: steps.map((step) => ({ ...step, handles: { ...step.handles, end: { x: 5, y: 6 } } })),
  })
  const setType = (clinicType: 'Human' | 'Veterinary') =>
    server.unscopedDb
      .updateTable('clinic')
      .set({ clinicType })
      .where('id', '=', clinic.id)
      .execute()

  test('require the permission, and other drawings do not', async () => {
    for (const tool of tools) {
      const state = createViewerState({ toolState: createToolState(imageId, createDrawing(tool)) })
      expect(await save(state, clinic.token)).toMatchObject(refusal)
    }
    expect((await load()).body).toEqual(createViewerState())
    const plain = createToolState(
      imageId,
      createDrawing('length'),
      createDrawing('comment'),
      createDrawing('cobb'),
    )
    expect((await save(createViewerState({ toolState: plain }), clinic.token)).status).toBe(200)
    const admin = await createUser({ clinicAdmin: true })
    for (const [version, by] of [surgeon, admin].entries()) {
      const state = {
        toolState: createToolState(imageId, ...tools.map((tool) => createDrawing(tool))),
      }
      expect((await save(createViewerState({ ...state, version: version + 1 }), by)).status).toBe(
        200,
      )
    }
  })

  test('of other users are kept when a user without the permission saves', async () => {
    const [vhs, line] = [createDrawing('vhs'), createDrawing('length')]
    await save(createViewerState({ toolState: createToolState(imageId, vhs) }))
    const both = createViewerState({ toolState: createToolState(imageId, vhs, line), version: 1 })
    expect((await save(both, clinic.token)).body).toMatchObject({ version: 2 })
    for (const other of [moved(vhs), { ...vhs, frame: 2 }, createDrawing('vhs')]) {
      const state = createViewerState({
        toolState: createToolState(imageId, other, vhs, line),
        version: 2,
      })
      expect(await save(state, clinic.token)).toMatchObject(refusal)
    }
    expect((await load(clinic.token)).body).toEqual({ ...both, version: 2 })
    // Every user may calibrate, which changes every length, and may move a label.
    const [step] = vhs.steps
    const label = { ...step?.handles, textBox: { x: 1, y: 1 } }
    const calibrated: Drawing = { ...vhs, steps: [{ step: 1, handles: label, length: 41 }] }
    const seen = createViewerState({
      toolState: createToolState(imageId, calibrated, line),
      version: 2,
    })
    expect((await save(seen, clinic.token)).status).toBe(200)
    // Neither are they deleted by such a user, alone or with all others.
    const without = createViewerState({ toolState: createToolState(imageId, line), version: 3 })
    for (const state of [without, createViewerState({ version: 3 })])
      expect(await save(state, clinic.token)).toMatchObject(refusal)
    // Drawings on images that left the study are removed with them.
    await server.unscopedDb
      .updateTable('image')
      .set({ studyId: await clinic.addStudy(patientId) })
      .where('image.id', '=', imageId as never)
      .execute()
    expect((await save(createViewerState({ version: 3 }), clinic.token)).status).toBe(200)
  })

  test('of an outdated version are refused as a conflict, not for the permission', async () => {
    await save(createViewerState({ toolState: createToolState(imageId, createDrawing()) }))
    const late = await save(
      createViewerState({ toolState: createToolState(imageId, createDrawing()) }),
      clinic.token,
    )
    expect(late).toRefuse('record/changed-meanwhile')
  })

  test('are refused in a clinic for humans', async () => {
    await setType('Human')
    const state = createViewerState({ toolState: createToolState(imageId, createDrawing()) })
    const [saved, asked] = [
      await save(state),
      await server.call(
        routes.viewerState.ofPatient,
        { params: { patientId }, query: { tool: 'vhs' } },
        surgeon,
      ),
    ]
    await setType('Veterinary')
    expect(saved).toMatchObject(refusal)
    expect(asked).toRefuse('access/forbidden')
  })

  test('are listed over time only for users with the permission', async () => {
    await save(
      createViewerState({
        toolState: createToolState(imageId, createDrawing('vhs'), createDrawing('length')),
      }),
    )
    const requestMeasurements = (tool: Drawing['tool'], by: string) =>
      server.call(routes.viewerState.ofPatient, { params: { patientId }, query: { tool } }, by)
    for (const tool of tools)
      expect(await requestMeasurements(tool, clinic.token)).toMatchObject({
        status: 403,
        error: { code: 'access/forbidden' },
      })
    expect((await requestMeasurements('vhs', surgeon)).body).toHaveLength(1)
    expect((await requestMeasurements('length', clinic.token)).body).toHaveLength(1)
  })
})

describe('the measurements of a patient', () => {
  const requestMeasurements = (tool: Drawing['tool'] = 'vhs', by = surgeon, patient = patientId) =>
    server.call(
      routes.viewerState.ofPatient,
      { params: { patientId: patient }, query: { tool } },
      by,
    )
  const setCapturedOn = async (id: number, createdOn: string) =>
    server.unscopedDb
      .updateTable('image')
      .set({ createdOn })
      .where('image.id', '=', id as never)
      .execute()

  test('come from all of its studies, oldest first, with their images', async () => {
    const [now, before, length] = [
      createDrawing('vhs', 10.5),
      createDrawing('vhs', 9.75),
      createDrawing('length'),
    ]
    const earlierStudy = await clinic.addStudy(patientId)
    const earlier = await clinic.addImage({ studyId: earlierStudy, bodyPart: 'Chest' })
    await setCapturedOn(imageId, '2026-03-01T10:00:00.000Z')
    await setCapturedOn(earlier, '2025-01-01T10:00:00.000Z')
    await save(createViewerState({ toolState: createToolState(imageId, length, now) }))
    await save(
      createViewerState({ toolState: createToolState(earlier, before) }),
      surgeon,
      earlierStudy,
    )
    const studyOfTom = await clinic.addStudy(await clinic.addPatient('Tom'))
    const ofTom = await clinic.addImage({ studyId: studyOfTom })
    await save(
      createViewerState({ toolState: createToolState(ofTom, createDrawing()) }),
      surgeon,
      studyOfTom,
    )
    expect((await requestMeasurements()).body).toMatchObject([
      {
        studyId: earlierStudy,
        imageId: earlier,
        createdOn: '2025-01-01T10:00:00.000Z',
        bodyPart: 'Chest',
        drawing: before,
      },
      { studyId, imageId, createdOn: '2026-03-01T10:00:00.000Z', bodyPart: 'Thorax', drawing: now },
    ])
    expect((await requestMeasurements('length')).body.map(({ drawing: { id } }) => id)).toEqual([
      length.id,
    ])
    expect((await requestMeasurements('tplo')).body).toEqual([])
  })

  test('do not include deleted studies and rejected images', async () => {
    await save(createViewerState({ toolState: createToolState(imageId, createDrawing()) }))
    const setRejected = (isRejected: boolean) =>
      server.unscopedDb.updateTable('image').set({ isRejected }).where('studyId', '=', studyId)
    await setRejected(true).execute()
    expect((await requestMeasurements()).body).toEqual([])
    await setRejected(false).execute()
    expect((await requestMeasurements()).body).toHaveLength(1)
    await server.unscopedDb
      .updateTable('study')
      .set({ isDeleted: true })
      .where('id', '=', studyId)
      .execute()
    expect((await requestMeasurements()).body).toEqual([])
  })

  test('of another clinic’s patient are not found', async () => {
    const answer = await requestMeasurements('vhs', stranger)
    expect(answer).toRefuse('record/not-found')
  })
})
