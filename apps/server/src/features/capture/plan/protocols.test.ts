import { builtInProtocols } from '@talus/anatomy'
import { routes } from '@talus/contract'
import type { ClinicId, Protocol, StudyId, UserId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../../../testing/records/clinics-and-users.ts'
import { insertListedStudy } from '../../../testing/records/listed-study.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Each test has a clinic of its own, because all protocols of a clinic are one list. */
let made = 0
async function newClinic() {
  made += 1
  const clinicId = await insertClinic(server.unscopedDb, `Protocols ${made}`)
  const username = `protocols-${made}`
  const userId = await insertUser(server.unscopedDb, {
    username,
    clinicId,
    flags: {},
    passwordHash: '',
  })
  return { clinicId, userId, token: await server.createToken(userId) }
}

const inLanguage = (language: string) => ({ 'accept-language': language })
const listOf = async (token: string, language = 'en') =>
  (await server.call(routes.protocol.list, {}, token, inLanguage(language))).body
const one = async (token: string, key: string, language = 'en') =>
  (await listOf(token, language)).find((protocol) => protocol.key === key)
const draft = {
  name: 'Cough',
  speciesId: 1,
  modality: 'General' as const,
  steps: [
    { bodyPart: 'Chest', bodyPartView: 'LAT' },
    { bodyPart: 'Cervical', bodyPartView: 'LAT' },
  ],
}
const create = (token: string, body: object = draft) =>
  server.call(routes.protocol.create, { body: body as typeof draft }, token)
const update = (token: string, key: string, body: object) =>
  server.call(routes.protocol.update, { params: { key }, body: body as typeof draft }, token)
const remove = (token: string, key: string) =>
  server.call(routes.protocol.remove, { params: { key } }, token)
const restore = (token: string) => server.call(routes.protocol.restore, { body: {} }, token)
const actionsOf = (clinicId: ClinicId) =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .select(['action', 'subject', 'before', 'after'])
    .where('clinicId', '=', clinicId)
    .orderBy('id')
    .execute()

describe('built-in protocols', () => {
  test('built-in protocols are listed from the start, in the user’s language', async () => {
    const { token } = await newClinic()
    expect(await listOf(token)).toHaveLength(builtInProtocols.length)
    expect(await one(token, 'dog-thorax')).toMatchObject({
      name: 'Thorax, 3 views',
      speciesId: 1,
      isChanged: false,
    })
    expect((await one(token, 'dog-thorax', 'fr'))?.name).toBe('Thorax, 3 incidences')
  })

  test('a changed built-in protocol keeps its position, and other clinics keep the original', async () => {
    const { token, clinicId } = await newClinic()
    const before = await listOf(token)
    const wanted = { ...draft, name: 'Thorax, our way' }
    const { status, body } = await update(token, 'dog-thorax', wanted)
    expect([status, body]).toMatchObject([200, { ...wanted, key: 'dog-thorax', isChanged: true }])
    const after = await listOf(token)
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
    expect((await one(token, 'dog-thorax', 'fr'))?.name).toBe('Thorax, our way')
    const other = await newClinic()
    expect((await one(other.token, 'dog-thorax'))?.name).toBe('Thorax, 3 views')
    expect(await actionsOf(clinicId)).toMatchObject([
      {
        action: 'protocol.update',
        subject: 'Thorax, 3 views',
        before: { name: 'Thorax, 3 views', steps: ['Chest RLAT', 'Chest LLAT', 'Chest VD'] },
        after: { name: 'Thorax, our way', steps: ['Chest LAT', 'Cervical LAT'] },
      },
    ])
  })

  test('a built-in protocol with changed views keeps its name in both languages', async () => {
    const { token } = await newClinic()
    await update(token, 'cat-skull', { ...draft, speciesId: 2, name: 'Crâne' })
    expect((await one(token, 'cat-skull'))?.name).toBe('Skull')
    expect((await one(token, 'cat-skull', 'fr'))?.name).toBe('Crâne')
  })

  test('removed built-in protocols can be restored, and the protocols of the clinic stay', async () => {
    const { token, clinicId } = await newClinic()
    const mine = (await create(token)).body
    await update(token, 'dog-skull', draft)
    expect((await remove(token, 'dog-thorax')).status).toBe(204)
    expect((await remove(token, 'dog-skull')).status).toBe(204)
    expect((await remove(token, 'dog-thorax')).status).toBe(404)
    expect(await one(token, 'dog-thorax')).toBeUndefined()
    const { body } = await restore(token)
    expect(body).toHaveLength(builtInProtocols.length + 1)
    expect(body.find(({ key }) => key === 'dog-skull')).toMatchObject({
      name: 'Skull',
      isChanged: false,
    })
    expect(body.at(-1)).toEqual(mine)
    await restore(token)
    expect((await actionsOf(clinicId)).map(({ action }) => action)).toEqual([
      'protocol.create',
      'protocol.update',
      'protocol.delete',
      'protocol.delete',
      'protocol.restore',
    ])
  })
})

describe('protocols of a clinic', () => {
  test('a protocol is created, changed and removed, with audit events', async () => {
    const { token, clinicId } = await newClinic()
    const { status, body } = await create(token)
    expect([status, body]).toMatchObject([200, { ...draft, isChanged: false, revision: 1 }])
    expect(body.key).toMatch(/^own-\d+$/u)
    const changed = await update(token, body.key, { ...draft, name: 'Old dog', revision: 1 })
    expect(changed.body).toMatchObject({ name: 'Old dog', revision: 2 })
    expect((await remove(token, body.key)).status).toBe(204)
    expect((await update(token, body.key, draft)).status).toBe(404)
    expect((await listOf(token)).map(({ key }) => key)).not.toContain(body.key)
    expect((await actionsOf(clinicId)).map(({ action, subject }) => [action, subject])).toEqual([
      ['protocol.create', 'Cough'],
      ['protocol.update', 'Cough'],
      ['protocol.delete', 'Old dog'],
    ])
  })

  test('a protocol of another clinic can be neither seen nor changed', async () => {
    const { token, clinicId } = await newClinic()
    const { key } = (await create(token)).body
    const stranger = await newClinic()
    expect((await update(stranger.token, key, draft)).status).toBe(404)
    expect((await remove(stranger.token, key)).status).toBe(404)
    expect((await create(stranger.token, { ...draft, clinicId })).status).toBe(403)
    expect((await listOf(stranger.token)).map((protocol) => protocol.key)).not.toContain(key)
  })

  test.each([
    [{ steps: [] }, 'steps'],
    [{ name: ' ' }, 'name'],
    [{ steps: [{ bodyPart: 'Wing', bodyPartView: 'LAT' }] }, 'steps.0.bodyPart'],
    [{ steps: [...draft.steps, draft.steps[0]] }, 'steps.2.bodyPart'],
    [{ steps: [{ bodyPart: 'Chest', bodyPartView: 'DLMPO' }] }, 'steps.0.bodyPartView'],
    [{ modality: 'Dental' }, 'steps.0.bodyPart'],
  ])('an invalid protocol is refused: %j', async (wrong, field) => {
    const { token } = await newClinic()
    const { status, error } = await create(token, { ...draft, ...wrong })
    expect([status, Object.keys(error.fields ?? {})]).toMatchObject([
      400,
      expect.arrayContaining([field]) as string[],
    ])
  })
})

describe('concurrent changes of a protocol', () => {
  test.each(['dog-thorax', 'own'])(
    'the second of two concurrent changes is refused: %s',
    async (which) => {
      const { token } = await newClinic()
      const { key, revision } =
        which === 'own' ? (await create(token)).body : ((await one(token, which)) as Protocol)
      const answers = await Promise.all(
        ['A', 'B', 'C'].map((name) => update(token, key, { ...draft, name, revision })),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
      const winner = answers.find(({ status }) => status === 200)?.body
      expect(await one(token, key)).toEqual(winner)
    },
  )

  test('a change of a protocol that was removed or restored meanwhile is refused', async () => {
    const { token } = await newClinic()
    await remove(token, 'dog-thorax')
    expect((await update(token, 'dog-thorax', { ...draft, revision: 0 })).status).toBe(409)
    // Without a revision, the last change wins.
    expect((await update(token, 'dog-thorax', draft)).body).toMatchObject({ revision: 2 })
    await restore(token)
    expect((await update(token, 'dog-thorax', { ...draft, revision: 2 })).status).toBe(409)
  })
})

describe('a protocol applied to a study', () => {
  const study = async (
    place: { readonly clinicId: ClinicId; readonly userId: UserId },
    more: { readonly speciesId: number; readonly modality?: 'General' | 'Dental' },
  ) => {
    const patient = { patient: 'Rex', createdOn: '2026-03-02T15:00:00.000Z', ...more }
    return (await insertListedStudy(server.unscopedDb, place, patient)).studyId
  }
  const apply = (token: string, id: StudyId, key: string) =>
    server.call(
      routes.study.applyProtocol,
      { params: { id }, body: { key, animalSize: 'Large' } },
      token,
    )

  test('a protocol plans its missing annotations in order, also with concurrent requests', async () => {
    const { token, ...place } = await newClinic()
    const id = await study(place, { speciesId: 1 })
    const body = { bodyPart: 'Chest', bodyPartView: 'VD', animalSize: 'Small' as const }
    await server.call(routes.study.addAnnotation, { params: { id }, body }, token)
    const answers = await Promise.all([
      apply(token, id, 'dog-thorax'),
      apply(token, id, 'dog-thorax'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const listed = await server.call(routes.study.annotations, { params: { id } }, token)
    expect(listed.body.map(({ bodyPartView, animalSize }) => [bodyPartView, animalSize])).toEqual([
      ['VD', 'Small'],
      ['RLAT', 'Large'],
      ['LLAT', 'Large'],
    ])
  })

  test('a dental protocol plans annotations without view and size', async () => {
    const { token, ...place } = await newClinic()
    const id = await study(place, { speciesId: 3, modality: 'Dental' })
    const { body } = await apply(token, id, 'horse-full-mouth')
    expect(body).toHaveLength(20)
    expect(body[0]).toMatchObject({ bodyPartView: '', animalSize: null, images: 0 })
  })

  test('a protocol of another species, modality or clinic is refused', async () => {
    const { token, ...place } = await newClinic()
    const id = await study(place, { speciesId: 2 })
    for (const key of ['dog-thorax', 'cat-full-mouth', 'own-1', 'no-such-protocol'])
      expect([key, (await apply(token, id, key)).status]).toEqual([key, 400])
    const stranger = await newClinic()
    expect((await apply(stranger.token, id, 'cat-thorax')).status).toBe(404)
    const listed = await server.call(routes.study.annotations, { params: { id } }, token)
    expect(listed.body).toEqual([])
  })
})
