import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string
let stranger: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.staff.id)
  stranger = await server.createToken(server.second.users.staff.id)
})
afterAll(() => server.close())

let made = 0
async function newStudy(modality: 'General' | 'Dental', speciesId = 1): Promise<StudyId> {
  made += 1
  const clinicId = server.first.id
  const userId = server.first.users.staff.id
  const createdOn = '2026-03-02T15:00:00.000Z'
  const { id: ownerId } = await server.unscopedDb
    .insertInto('owner')
    .values({
      clinicId,
      userId,
      createdOn,
      name: 'Keller',
      search: 'keller',
      address: '',
      phone: null,
      email: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: patientId } = await server.unscopedDb
    .insertInto('patient')
    .values({
      clinicId,
      ownerId,
      userId,
      speciesId,
      createdOn,
      name: 'Rex',
      search: 'rex',
      patientId: `C-${made}`,
      accessionCode: `CA-${made}`,
      sex: null,
      birthDate: null,
      breedId: null,
      description: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const body = { patientId, modality }
  return (await server.call(routes.study.create, { body }, token)).body.id
}

async function newImage(studyId: StudyId, bodyPart: string, bodyPartView: string) {
  made += 1
  return server.unscopedDb
    .insertInto('image')
    .values({
      studyId,
      bodyPart,
      bodyPartView,
      clinicId: server.first.id,
      userId: server.first.users.staff.id,
      modality: 'General',
      animalSize: null,
      filePath: `capture/${made}`,
      sha256: '',
      byteLength: 0,
      sopInstanceUID: `1.2.${made}`,
      seriesInstanceUID: `1.3.${made}`,
      sensor: '',
      createdOn: '2026-03-02T15:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

const chest = { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' } as const
const add = (id: StudyId, body: object, by = token) =>
  server.call(routes.study.addAnnotation, { params: { id }, body: body as typeof chest }, by)
const listOf = async (id: StudyId) =>
  (await server.call(routes.study.annotations, { params: { id } }, token)).body
const reject = (imageId: ImageId, by = token) =>
  server.call(routes.image.reject, { body: { imageId, rejectionReason: 'Bad Image' } }, by)

describe('annotations', () => {
  test('annotations are planned, counted with their images, and listed in the order of planning', async () => {
    const id = await newStudy('General')
    const first = await add(id, chest)
    expect([first.status, first.body]).toMatchObject([200, { ...chest, studyId: id }])
    await add(id, { ...chest, bodyPartView: 'VD' })
    await newImage(id, 'Chest', 'VD')
    await newImage(id, 'Chest', 'VD')
    await newImage(id, 'Skull', 'LAT')
    expect(await listOf(id)).toMatchObject([
      { id: first.body.id, bodyPartView: 'LAT', images: 0 },
      { bodyPartView: 'VD', images: 2 },
      { id: null, bodyPart: 'Skull', images: 1 },
    ])
  })

  test('the same annotation twice is refused, also with concurrent requests', async () => {
    const id = await newStudy('General')
    const statuses = await Promise.all([add(id, chest), add(id, chest), add(id, chest)])
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const refused = statuses.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      message: 'A planned view already exists with that body part and view',
      conflicts: ['bodyPart', 'bodyPartView'],
    })
    expect(await listOf(id)).toHaveLength(1)
  })

  test('annotations of a horse use equine views, which a dog does not have', async () => {
    const foot = { bodyPart: 'Left Forefoot', bodyPartView: 'D65PR_PADIO', animalSize: 'Large' }
    expect((await add(await newStudy('General', 3), foot)).status).toBe(200)
    const wrong = { ...chest, bodyPartView: 'DLMPO' }
    expect((await add(await newStudy('General'), wrong)).status).toBe(400)
  })

  test.each([
    [{ ...chest, bodyPart: 'Wing' }],
    [{ ...chest, bodyPartView: '' }],
    [{ ...chest, bodyPart: '104 - RU - Canine' }],
  ])('an annotation with an unknown body part or view is refused: %j', async (body) => {
    const id = await newStudy('General')
    expect((await add(id, body)).status).toBe(400)
    expect(await listOf(id)).toEqual([])
  })

  test('a dental annotation is a tooth region of the species, without view and size', async () => {
    const id = await newStudy('Dental')
    const canine = { bodyPart: '104 - RU - Canine', bodyPartView: 'LAT', animalSize: 'Large' }
    expect((await add(id, canine)).body).toMatchObject({ bodyPartView: '', animalSize: null })
    expect((await add(id, chest)).status).toBe(400)
  })

  test('an annotation can be removed only when it has no images', async () => {
    const id = await newStudy('General')
    const { body } = await add(id, chest)
    const params = { id, annotationId: body.id }
    const { id: imageId } = await newImage(id, 'Chest', 'LAT')
    const remove = () => server.call(routes.study.removeAnnotation, { params }, token)
    expect((await remove()).status).toBe(409)
    await reject(imageId)
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
  })

  test('the size of an annotation can be changed for the next exposure; its images keep theirs', async () => {
    const id = await newStudy('General')
    const { body } = await add(id, chest)
    const { id: imageId } = await newImage(id, 'Chest', 'LAT')
    const before = (await server.call(routes.image.ofStudy, { query: { studyId: id } }, token)).body
    const params = { id, annotationId: body.id }
    const resize = (by = token) =>
      server.call(routes.study.resizeAnnotation, { params, body: { animalSize: 'Large' } }, by)
    expect((await resize()).body).toEqual({ ...body, animalSize: 'Large' })
    expect(await listOf(id)).toEqual([{ ...body, animalSize: 'Large', images: 1 }])
    const after = (await server.call(routes.image.ofStudy, { query: { studyId: id } }, token)).body
    expect(after).toEqual(before)
    expect(after).toMatchObject([{ id: imageId }])
    expect((await resize(stranger)).status).toBe(404)
  })

  test('annotations of another clinic are not found', async () => {
    const id = await newStudy('General')
    expect((await add(id, chest, stranger)).status).toBe(404)
    const asked = await server.call(routes.study.annotations, { params: { id } }, stranger)
    expect(asked.status).toBe(404)
  })
})

describe('a rejection', () => {
  test('a rejection stores reason, user and time, and an audit event; a second one changes nothing', async () => {
    const { id } = await newImage(await newStudy('General'), 'Chest', 'LAT')
    // The server ignores the user and the time that the client sends.
    const body = {
      imageId: id,
      rejectionReason: 'Bad Image' as const,
      userId: server.second.users.staff.id,
      createdOn: '2001-01-01T00:00:00.000Z',
    }
    expect((await server.call(routes.image.reject, { body }, token)).status).toBe(204)
    const createdOn = server.clock().toISOString()
    server.advanceClock(60_000)
    const again = { imageId: id, rejectionReason: 'Over-Exposure' as const }
    expect((await server.call(routes.image.reject, { body: again }, token)).status).toBe(204)
    const image = await server.unscopedDb
      .selectFrom('image')
      .select('isRejected')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(image.isRejected).toBe(true)
    const rows = await server.unscopedDb
      .selectFrom('imageRejection')
      .selectAll()
      .where('imageId', '=', id)
      .execute()
    const userId = server.first.users.staff.id
    expect(rows).toMatchObject([{ rejectionReason: 'Bad Image', userId, createdOn }])
    const trail = await server.unscopedDb
      .selectFrom('auditEvent')
      .select(['subject', 'entityId'])
      .where('action', '=', 'image.reject')
      .where('entityId', '=', id)
      .execute()
    expect(trail).toEqual([{ subject: 'Chest LAT', entityId: id }])
  })

  test('a rejection can be taken back once, with an audit event, and be made again', async () => {
    const studyId = await newStudy('General')
    const { id } = await newImage(studyId, 'Chest', 'LAT')
    const restore = (by = token) => server.call(routes.image.restore, { body: { imageId: id } }, by)
    await reject(id)
    expect(await listOf(studyId)).toEqual([])
    expect((await restore(stranger)).status).toBe(404)
    expect((await restore()).body).toMatchObject({ id, isRejected: false })
    expect((await restore()).status).toBe(200)
    expect(await listOf(studyId)).toMatchObject([{ bodyPart: 'Chest', images: 1 }])
    const trail = await server.unscopedDb
      .selectFrom('auditEvent')
      .select(['action', 'subject', 'before'])
      .where('entityId', '=', id)
      .where('action', 'in', ['image.reject', 'image.restore'])
      .orderBy('id')
      .execute()
    expect(trail).toMatchObject([
      { action: 'image.reject' },
      { action: 'image.restore', subject: 'Chest LAT', before: { rejectionReason: 'Bad Image' } },
    ])
    expect((await reject(id)).status).toBe(204)
    const query = { studyId, isRejected: '1' as const }
    const rejected = await server.call(routes.image.ofStudy, { query }, token)
    expect(rejected.body).toMatchObject([{ id }])
  })

  test('an image of another clinic cannot be rejected', async () => {
    const { id } = await newImage(await newStudy('General'), 'Chest', 'LAT')
    expect((await reject(id, stranger)).status).toBe(404)
  })
})
