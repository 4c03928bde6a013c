import { routes } from '@talus/contract'
import type { Drawing, PermissionFlag, StudyId, ViewerState } from '@talus/contract'
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
let studyId: StudyId
let imageId: number

beforeAll(async () => {
  server = await startTestServer()
  clinic = await createClinicWithImages(server, 'Authors')
  surgeon = await createUser({ advancedTools: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
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
const loadAuthors = async (drawn: Drawing) => {
  const answer = await server.call(routes.viewerState.ofStudy, { params: { studyId } }, surgeon)
  return answer.body.authors[String(imageId)]?.[drawn.id]
}

describe('the authors of drawings', () => {
  const listEvents = () =>
    server.unscopedDb
      .selectFrom('auditEvent')
      .select(['action', 'username', 'entityId', 'subject', 'before', 'after'])
      .where('action', 'like', 'image.%-drawing')
      .where('entityId', '=', imageId)
      .orderBy('id')
      .execute()
  const nameOf = async (username: string) =>
    server.unscopedDb
      .selectFrom('user')
      .select(['id', 'firstName', 'lastName'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  const signedBy = async (username: string) => {
    const { id, firstName, lastName } = await nameOf(username)
    return { userId: id, name: [firstName, lastName].join(' ').trim(), on: expect.any(String) }
  }

  test('are recorded by the server, whatever the client claims', async () => {
    const line = createDrawing('length')
    const claimed = {
      ...createViewerState({ toolState: createToolState(imageId, line) }),
      authors: { [imageId]: { [line.id]: { created: null, changed: null } } },
    }
    const saved = await save(claimed)
    const doctor = await signedBy('draws.advancedTools')
    expect(saved.body.authors).toEqual({
      [imageId]: { [line.id]: { created: doctor, changed: null } },
    })
    expect(await loadAuthors(line)).toEqual({ created: doctor, changed: null })
    // Saving it again without a change, or with another calibration, makes no other author.
    const same = { ...line, steps: line.steps.map((step) => ({ ...step, length: 12 })) }
    await save(
      createViewerState({ toolState: createToolState(imageId, same), version: 1 }),
      clinic.token,
    )
    expect(await loadAuthors(line)).toEqual({ created: doctor, changed: null })
    expect(await listEvents()).toEqual([])
  })

  test('a change, a deletion and its undo by another user are audited and keep the author', async () => {
    const line = createDrawing('length')
    await save(createViewerState({ toolState: createToolState(imageId, line) }))
    const doctor = await signedBy('draws.advancedTools')
    const changed = { ...line, text: 'checked' }
    const state = (version: number, ...all: readonly Drawing[]) =>
      createViewerState({ toolState: createToolState(imageId, ...all), version })
    expect((await save(state(1, changed), clinic.token)).status).toBe(200)
    const authors = await loadAuthors(line)
    expect(authors).toMatchObject({ created: doctor })
    expect(authors?.changed?.userId).not.toBe(doctor.userId)

    await save(state(2), clinic.token)
    expect(await loadAuthors(line)).toBeUndefined()
    await save(state(3, changed), clinic.token)
    expect(await loadAuthors(line)).toEqual(authors)
    const [change, deletion, restored, ...others] = await listEvents()
    expect(others).toEqual([])
    expect(change).toMatchObject({
      action: 'image.change-drawing',
      subject: 'Thorax LAT',
      before: { tool: 'length', author: doctor.name, drawing: line },
      after: { tool: 'length', author: doctor.name, drawing: changed },
    })
    expect(change?.username).not.toBe('draws.advancedTools')
    expect(deletion).toMatchObject({
      action: 'image.delete-drawing',
      before: { tool: 'length', author: doctor.name, drawing: changed },
      after: null,
    })
    expect(restored).toMatchObject({ action: 'image.restore-drawing', before: null })
    // The author themselves change and delete their drawing without an entry.
    await save(state(4))
    expect(await listEvents()).toHaveLength(3)
  })

  test('of drawings from before authors were recorded are not invented', async () => {
    const old = createDrawing('length')
    await save(createViewerState({ toolState: createToolState(imageId, old) }))
    await server.unscopedDb
      .updateTable('viewerState')
      .set({ authors: '{}' })
      .where('studyId', '=', studyId)
      .execute()
    const before = await loadAuthors(old)
    expect(before).toBeUndefined()
    const changed = { ...old, text: 'seen' }
    await save(createViewerState({ toolState: createToolState(imageId, changed), version: 1 }))
    expect(await loadAuthors(old)).toEqual({
      created: null,
      changed: await signedBy('draws.advancedTools'),
    })
    expect(await listEvents()).toMatchObject([
      { action: 'image.change-drawing', before: { author: null } },
    ])
  })

  test('drawings on a rejected image, which clients do not see, survive the saves of others', async () => {
    const vhs = createDrawing('vhs')
    await save(createViewerState({ toolState: createToolState(imageId, vhs) }))
    const setRejected = (isRejected: boolean) =>
      server.unscopedDb
        .updateTable('image')
        .set({ isRejected })
        .where('image.id', '=', imageId as never)
        .execute()
    await setRejected(true)
    const other = await clinic.addImage({ studyId, bodyPart: 'Thorax' })
    const line = createDrawing('length')
    const seen = createViewerState({ toolState: createToolState(other, line), version: 1 })
    expect((await save(seen, clinic.token)).status).toBe(200)
    await setRejected(false)
    expect((await load()).body.toolState).toEqual({
      ...createToolState(imageId, vhs),
      ...createToolState(other, line),
    })
    expect(await loadAuthors(vhs)).toMatchObject({ changed: null })
  })
})
