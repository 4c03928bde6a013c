import { limits, plainViewport, routes } from '@talus/contract'
import type { Drawing, PatientId, PermissionFlag, StudyId, ViewerState } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clinicWithImages } from '../../testing/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/clinic-with-images.ts'
import { insertUser } from '../../testing/people.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
/** May use the advanced tools, as whom the others are tried. */
let surgeon: string
let stranger: string
let patientId: PatientId
let studyId: StudyId
let imageId: number

beforeAll(async () => {
  server = await testServer()
  clinic = await clinicWithImages(server, 'Drawings')
  surgeon = await somebody({ advancedTools: true })
  stranger = await server.tokenOf(server.second.people.clinicAdmin.id)
})
afterAll(() => server.close())
beforeEach(async () => {
  patientId = await clinic.addPatient('Rex')
  studyId = await clinic.addStudy(patientId)
  imageId = await clinic.addImage({ studyId, bodyPart: 'Thorax' })
})

const somebody = async (flags: Partial<Record<PermissionFlag, boolean>>) =>
  server.tokenOf(
    await insertUser(server.unscopedDb, {
      username: `draws.${Object.keys(flags).join('.')}`,
      clinicId: clinic.id,
      flags,
      passwordHash: server.passwordHash,
    }),
  )

let drawings = 0
const drawing = (tool: Drawing['tool'] = 'vhs', length = 93.25): Drawing => ({
  id: `00000000-0000-4000-8000-${String((drawings += 1)).padStart(12, '0')}`,
  tool,
  steps: [{ step: 1, handles: { start: { x: 1.5, y: 2 }, end: { x: 100, y: 200.25 } }, length }],
})
const drawn = (id: number, ...all: readonly Drawing[]): ViewerState['toolState'] => ({
  [id]: { drawings: [...all], calibration: null },
})
const stateOf = (more: Partial<ViewerState> = {}): ViewerState => ({
  viewportState: {},
  cropState: {},
  toolState: {},
  version: 0,
  ...more,
})
const save = (state: ViewerState, by = surgeon, study = studyId) =>
  server.call(routes.viewerState.save, { params: { studyId: study }, body: state }, by)
const load = (by = surgeon, study = studyId) =>
  server.call(routes.viewerState.ofStudy, { params: { studyId: study } }, by)

describe('the viewer state of a study', () => {
  test('is empty before anything was saved', async () => {
    expect([(await load()).status, (await load()).body]).toEqual([200, stateOf()])
  })

  test('comes back as it was saved, with its number', async () => {
    const state = stateOf({
      viewportState: {
        [imageId]: { ...plainViewport, rotation: 90, zoom: 1.25, window: { center: 7, width: 3 } },
      },
      cropState: { [imageId]: { start: { x: 1, y: 2 }, end: { x: 3.5, y: 4 } } },
      toolState: {
        [imageId]: {
          drawings: [{ ...drawing('comment'), text: 'œdème ’ ok', frame: 12 }],
          calibration: { method: 'ball', millimetres: 25.4, pixels: 182 },
        },
      },
    })
    expect((await save(state)).body).toEqual({ version: 1 })
    expect((await load()).body).toEqual({ ...state, version: 1 })
    const emptied = await save(stateOf({ version: 1 }))
    expect([emptied.body, (await load()).body]).toEqual([{ version: 2 }, stateOf({ version: 2 })])
  })

  test('is not overwritten by who has not seen the newest', async () => {
    const first = stateOf({ toolState: drawn(imageId, drawing()) })
    await save(first)
    for (const version of [0, 2, 7]) {
      const late = await save(stateOf({ version }))
      expect([late.status, late.error.code]).toEqual([409, 'record/changed-meanwhile'])
    }
    expect((await load()).body).toEqual({ ...first, version: 1 })
  })

  test('is won by one of many who save at once', async () => {
    const saved = await Promise.all(Array.from({ length: 8 }, () => save(stateOf())))
    expect(saved.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array(7).fill(409),
    ])
    const again = await Promise.all(Array.from({ length: 8 }, () => save(stateOf({ version: 1 }))))
    expect(again.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array(7).fill(409),
    ])
    expect((await load()).body.version).toBe(2)
  })

  test('speaks of images of this study only', async () => {
    const other = await clinic.addImage({ studyId: await clinic.addStudy(patientId) })
    const states = [
      { viewportState: { [other]: plainViewport } },
      { cropState: { [other]: { start: { x: 1, y: 2 }, end: { x: 3, y: 4 } } } },
      { toolState: { ...drawn(imageId, drawing()), ...drawn(other, drawing()) } },
      { toolState: drawn(server.second.records.imageId, drawing()) },
      { toolState: drawn(9_007_199_254_740_991, drawing()) },
      { toolState: { '9999999999999999': { drawings: [], calibration: null } } },
    ]
    for (const state of states) {
      const refused = await save(stateOf(state))
      expect([refused.status, refused.error.code]).toEqual([404, 'record/not-found'])
    }
    expect((await load()).body).toEqual(stateOf())
  })

  test('is refused in words where it makes no sense or is too much', async () => {
    const refused = async (body: object) => {
      const answer = await server.app.inject({
        method: 'PUT',
        url: `${server.config.apiBase}viewerState/${studyId}`,
        headers: { authorization: `Bearer ${surgeon}` },
        payload: body,
      })
      return answer.statusCode
    }
    const state = stateOf()
    expect(await refused({ ...state, toolState: { [imageId]: { drawings: 'none' } } })).toBe(400)
    expect(await refused({ ...state, cropState: { 'not an image': {} } })).toBe(400)
    const turned = { ...plainViewport, rotation: 45 }
    expect(await refused({ ...state, viewportState: { [imageId]: turned } })).toBe(400)
    const many = Array.from({ length: limits.drawingsMax + 1 }, () => drawing())
    expect(await refused({ ...state, toolState: drawn(imageId, ...many) })).toBe(400)
    expect(await refused({ ...state, more: 'x'.repeat(limits.jsonBytes) })).toBe(413)
  })

  test('of another clinic does not exist', async () => {
    await save(stateOf({ toolState: drawn(imageId, drawing()) }))
    const answers = [await load(stranger), await save(stateOf({ version: 1 }), stranger)]
    for (const { status, error } of answers)
      expect([status, error.code]).toEqual([404, 'record/not-found'])
    expect((await load()).body.version).toBe(1)
  })

  test('of a deleted study can be looked at, and not changed', async () => {
    const deleted = await clinic.addStudy(patientId, true)
    expect((await load(surgeon, deleted)).status).toBe(200)
    expect((await save(stateOf(), surgeon, deleted)).status).toBe(404)
    expect((await load(surgeon, 999_999 as StudyId)).status).toBe(404)
  })
})

describe('the advanced tools', () => {
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

  test('are for those who have them, and everything else is for everybody', async () => {
    for (const tool of tools) {
      const state = stateOf({ toolState: drawn(imageId, drawing(tool)) })
      expect(await save(state, clinic.token)).toMatchObject(refusal)
    }
    expect((await load()).body).toEqual(stateOf())
    const plain = drawn(imageId, drawing('length'), drawing('comment'), drawing('cobb'))
    expect((await save(stateOf({ toolState: plain }), clinic.token)).status).toBe(200)
    const admin = await somebody({ clinicAdmin: true })
    for (const [version, by] of [surgeon, admin].entries()) {
      const state = { toolState: drawn(imageId, ...tools.map((tool) => drawing(tool))) }
      expect((await save(stateOf({ ...state, version: version + 1 }), by)).status).toBe(200)
    }
  })

  test('of others stay as they are while somebody without them works on', async () => {
    const [vhs, line] = [drawing('vhs'), drawing('length')]
    await save(stateOf({ toolState: drawn(imageId, vhs) }))
    const both = stateOf({ toolState: drawn(imageId, vhs, line), version: 1 })
    expect((await save(both, clinic.token)).body).toEqual({ version: 2 })
    for (const other of [moved(vhs), { ...vhs, frame: 2 }, drawing('vhs')]) {
      const state = stateOf({ toolState: drawn(imageId, other, vhs, line), version: 2 })
      expect(await save(state, clinic.token)).toMatchObject(refusal)
    }
    expect((await load(clinic.token)).body).toEqual({ ...both, version: 2 })
    // Calibrating is everybody's, and gives every length another value; so is where a label stands.
    const [step] = vhs.steps
    const label = { ...step?.handles, textBox: { x: 1, y: 1 } }
    const calibrated: Drawing = { ...vhs, steps: [{ step: 1, handles: label, length: 41 }] }
    const seen = stateOf({ toolState: drawn(imageId, calibrated, line), version: 2 })
    expect((await save(seen, clinic.token)).status).toBe(200)
    // Images that are gone from the study go with what was drawn on them.
    expect((await save(stateOf({ version: 3 }), clinic.token)).status).toBe(200)
  })

  test('of somebody faster are put together before anybody is refused', async () => {
    await save(stateOf({ toolState: drawn(imageId, drawing()) }))
    const late = await save(stateOf({ toolState: drawn(imageId, drawing()) }), clinic.token)
    expect([late.status, late.error.code]).toEqual([409, 'record/changed-meanwhile'])
  })

  test('are none of a clinic for people', async () => {
    await setType('Human')
    const state = stateOf({ toolState: drawn(imageId, drawing()) })
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
    expect(asked).toMatchObject({ status: 403, error: { code: 'access/forbidden' } })
  })

  test('have measured what only those read over the years who have them', async () => {
    await save(stateOf({ toolState: drawn(imageId, drawing('vhs'), drawing('length')) }))
    const ask = (tool: Drawing['tool'], by: string) =>
      server.call(routes.viewerState.ofPatient, { params: { patientId }, query: { tool } }, by)
    for (const tool of tools)
      expect(await ask(tool, clinic.token)).toMatchObject({
        status: 403,
        error: { code: 'access/forbidden' },
      })
    expect((await ask('vhs', surgeon)).body).toHaveLength(1)
    expect((await ask('length', clinic.token)).body).toHaveLength(1)
  })
})

describe('the measurements of a patient', () => {
  const ask = (tool: Drawing['tool'] = 'vhs', by = surgeon, patient = patientId) =>
    server.call(
      routes.viewerState.ofPatient,
      { params: { patientId: patient }, query: { tool } },
      by,
    )
  const takenOn = async (id: number, createdOn: string) =>
    server.unscopedDb
      .updateTable('image')
      .set({ createdOn })
      .where('image.id', '=', id as never)
      .execute()

  test('come from all of its studies, oldest first, with what they were made on', async () => {
    const [now, before, length] = [drawing('vhs', 10.5), drawing('vhs', 9.75), drawing('length')]
    const earlierStudy = await clinic.addStudy(patientId)
    const earlier = await clinic.addImage({ studyId: earlierStudy, bodyPart: 'Chest' })
    await takenOn(imageId, '2026-03-01T10:00:00.000Z')
    await takenOn(earlier, '2025-01-01T10:00:00.000Z')
    await save(stateOf({ toolState: drawn(imageId, length, now) }))
    await save(stateOf({ toolState: drawn(earlier, before) }), surgeon, earlierStudy)
    const elsewhere = await clinic.addStudy(await clinic.addPatient('Tom'))
    const ofTom = await clinic.addImage({ studyId: elsewhere })
    await save(stateOf({ toolState: drawn(ofTom, drawing()) }), surgeon, elsewhere)
    expect((await ask()).body).toMatchObject([
      {
        studyId: earlierStudy,
        imageId: earlier,
        createdOn: '2025-01-01T10:00:00.000Z',
        bodyPart: 'Chest',
        drawing: before,
      },
      { studyId, imageId, createdOn: '2026-03-01T10:00:00.000Z', bodyPart: 'Thorax', drawing: now },
    ])
    expect((await ask('length')).body.map(({ drawing: { id } }) => id)).toEqual([length.id])
    expect((await ask('tplo')).body).toEqual([])
  })

  test('are none of deleted studies and rejected images', async () => {
    await save(stateOf({ toolState: drawn(imageId, drawing()) }))
    const setRejected = (isRejected: boolean) =>
      server.unscopedDb.updateTable('image').set({ isRejected }).where('studyId', '=', studyId)
    await setRejected(true).execute()
    expect((await ask()).body).toEqual([])
    await setRejected(false).execute()
    expect((await ask()).body).toHaveLength(1)
    await server.unscopedDb
      .updateTable('study')
      .set({ isDeleted: true })
      .where('id', '=', studyId)
      .execute()
    expect((await ask()).body).toEqual([])
  })

  test('of another clinic’s patient do not exist', async () => {
    const answer = await ask('vhs', stranger)
    expect([answer.status, answer.error.code]).toEqual([404, 'record/not-found'])
  })
})
