import { PatientId, routes } from '@talus/contract'
import type { BreedId, ClinicId, OwnerId, Patient } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertClinic } from '../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let token: string
let root: string
let clinicId: ClinicId
let ownerId: OwnerId
let beagle: BreedId
let siamese: BreedId
beforeAll(async () => {
  server = await startTestServer()
  clinicId = server.first.id
  ownerId = server.first.records.ownerId
  token = await server.createToken(server.first.users.staff.id)
  root = await server.createToken(server.first.users.root.id)
  beagle = await addBreed('Beagle of the test', 1)
  siamese = await addBreed('Siamese of the test', 2)
})
afterAll(() => server.close())

const addBreed = async (name: string, speciesId: number) =>
  (
    await server.unscopedDb
      .insertInto('breed')
      .values({ name, speciesId, code: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

interface Draft {
  readonly name?: string
  readonly patientId?: string
  readonly accessionCode?: string
  readonly speciesId?: number | null
  readonly breedId?: number | null
  readonly ownerId?: number | null
  readonly birthDate?: string | null
  readonly description?: string
  readonly sex?: 'Male' | 'Female' | null
  readonly neutered?: boolean
  readonly clinicId?: number
}
const create = (draft: Draft, by = token, headers: Record<string, string> = {}) =>
  server.call(
    routes.patient.create,
    { body: { name: 'Rex', speciesId: 1, ownerId, ...draft } },
    by,
    headers,
  )
const update = (
  { id, ...draft }: Draft & { readonly id: number; readonly status?: 'Active' | 'Inactive' },
  by = token,
) =>
  server.call(
    routes.patient.update,
    { body: { name: 'Rex', speciesId: 1, ownerId, ...draft, id } },
    by,
  )
const register = async (draft: Draft, by = token): Promise<Patient> => {
  const answer = await create(draft, by)
  expect([answer.status, answer.error]).toEqual([200, expect.anything()])
  return answer.body
}
const addOwner = async (name: string) =>
  (await server.call(routes.owner.create, { body: { name } }, token)).body
const faults = ({ status, error }: Awaited<ReturnType<typeof create>>) => [
  status,
  Object.keys(error.fields ?? {}),
]

test('a patient is registered with all fields of the form', async () => {
  const draft = {
    name: ' Étoile  du Nord ',
    patientId: ' A  1 ',
    accessionCode: 'ACC-1',
    speciesId: 1,
    breedId: beagle,
    sex: 'Female' as const,
    neutered: true,
    birthDate: '2020-02-29',
    description: '  two\nlines ',
  }
  expect(await register(draft)).toEqual({
    id: expect.any(Number),
    name: 'Étoile du Nord',
    nameGroups: '',
    patientId: 'A 1',
    accessionCode: 'ACC-1',
    speciesId: 1,
    breedId: beagle,
    sex: 'Female',
    neutered: true,
    birthDate: '2020-02-29',
    description: 'two\nlines',
    ownerId,
    clinicId,
    userId: server.first.users.staff.id,
    createdOn: server.clock().toISOString(),
    status: 'Active',
  })
})

test('identifiers are the time of the registration, or the next free number', async () => {
  server.advanceClock(1000)
  const now = server.clock().getTime()
  const [first, second] = [await register({}), await register({ patientId: ' ' })]
  expect([first.patientId, first.accessionCode]).toEqual([String(now), String(now)])
  expect([second.patientId, second.accessionCode]).toEqual([String(now + 1), String(now + 1)])
  expect(first.patientId).toMatch(/^\d{13}$/u)
  const many = await Promise.all(Array.from({ length: 60 }, () => register({ accessionCode: '' })))
  expect(new Set(many.map(({ patientId }) => patientId)).size).toBe(60)
})

test('taken identifiers of a patient are reported in both languages, in the order of the form', async () => {
  await register({ patientId: 'TAKEN', accessionCode: 'TAKEN-A' })
  const both = { patientId: 'TAKEN', accessionCode: 'TAKEN-A' }
  const english = await create(both)
  expect([english.status, english.error]).toEqual([
    409,
    {
      code: 'record/exists',
      message: 'A patient already exists with that patient ID',
      conflicts: ['patientId', 'accessionCode'],
    },
  ])
  const french = await create({ accessionCode: 'TAKEN-A' }, token, { 'accept-language': 'fr' })
  expect([french.error.message, french.error.conflicts]).toEqual([
    'Il existe déjà un patient avec ce numéro d’accession',
    ['accessionCode'],
  ])
  const otherToken = await server.createToken(server.second.users.staff.id)
  const other = await create({ ...both, ownerId: server.second.records.ownerId }, otherToken)
  expect(other.status).toBe(200)
})

test('a number of more than 64 characters is refused, unless the animal was received with it', async () => {
  const long = 'N'.repeat(65)
  const refused = await create({ patientId: long }, token, { 'accept-language': 'fr' })
  expect(refused).toRefuse('request/invalid')
  expect(refused.error.fields).toMatchObject({
    patientId: 'Un numéro de patient compte au plus 64 caractères (limite de DICOM)',
  })
  const { body } = await create({ patientId: 'N'.repeat(64) })
  expect(await update({ ...body, patientId: long })).toRefuse('request/invalid')
  await server.unscopedDb
    .updateTable('patient')
    .set({ patientId: long })
    .where('id', '=', body.id)
    .execute()
  const renamed = await update({ ...body, patientId: long, name: 'Longer' })
  expect(renamed.body).toMatchObject({ name: 'Longer', patientId: long })
})

test('only one of concurrent patients with the same identifier is registered', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => create({ patientId: 'RACE' })))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409,
  ])
})

test('a patient of a veterinary clinic needs a species and an owner', async () => {
  const answer = await create({ speciesId: null, ownerId: null }, token, {
    'accept-language': 'fr',
  })
  expect([answer.status, answer.error.fields]).toEqual([
    400,
    { speciesId: 'Ce champ est obligatoire', ownerId: 'Ce champ est obligatoire' },
  ])
})

test('a patient without an owner can be corrected and get one', async () => {
  const { id } = await register({ name: 'Received' })
  await server.unscopedDb
    .updateTable('patient')
    .set({ ownerId: null })
    .where('id', '=', PatientId.parse(id))
    .execute()
  expect((await update({ id, name: 'Received well', ownerId: null })).status).toBe(200)
  expect((await update({ id, name: 'Received well' })).status).toBe(200)
  expect(faults(await update({ id, name: 'Received well', ownerId: null }))).toEqual([
    400,
    ['ownerId'],
  ])
})

test('the breed of a patient has to belong to its species', async () => {
  expect(faults(await create({ speciesId: 1, breedId: siamese }))).toEqual([400, ['breedId']])
  expect(faults(await create({ breedId: 999_999 }))).toEqual([400, ['breedId']])
  expect((await create({ speciesId: 2, breedId: siamese })).status).toBe(200)
  const { id } = await register({ speciesId: 1, breedId: beagle })
  expect(faults(await update({ id, speciesId: 2, breedId: beagle }))).toEqual([400, ['breedId']])
})

test('a birth date in the future is refused, by the days of the clinic', async () => {
  // 2026-03-03 01:00 UTC is still the second of March in Toronto.
  server.advanceClock(Date.parse('2026-03-03T01:00:00.000Z') - server.clock().getTime())
  expect((await create({ birthDate: '2026-03-02' })).status).toBe(200)
  const early = await create({ birthDate: '2026-03-03' })
  expect([early.status, early.error.fields]).toEqual([
    400,
    { birthDate: 'This date is in the future' },
  ])
  expect(faults(await create({ birthDate: '2026-02-30' }))).toEqual([400, ['birthDate']])
})

test('the owner of a patient has to be active and of the same clinic', async () => {
  const foreign = await create({ ownerId: server.second.records.ownerId })
  const unknown = await create({ ownerId: 999_999 })
  expect(faults(foreign)).toEqual([400, ['ownerId']])
  expect(foreign.error).toEqual(unknown.error)
  const { id, name } = await addOwner('Leaves soon')
  const patient = await register({ name: 'Stays', ownerId: id })
  const leaves = { id, name, status: 'Inactive' as const }
  await server.call(routes.owner.update, { body: leaves }, token)
  expect(faults(await create({ ownerId: id }))).toEqual([400, ['ownerId']])
  // The patient keeps its current owner.
  expect((await update({ id: patient.id, name: 'Stays on', ownerId: id })).status).toBe(200)
})

test('a patient of a human clinic has neither species nor owner', async () => {
  const human = await insertClinic(server.unscopedDb, 'For people')
  await server.unscopedDb
    .updateTable('clinic')
    .set({ clinicType: 'Human' })
    .where('id', '=', human)
    .execute()
  const nothing = { clinicId: human, speciesId: null, ownerId: null }
  const person = await register({ ...nothing, name: 'A person' }, root)
  expect(person).toMatchObject({ speciesId: null, ownerId: null, breedId: null })
  expect(faults(await create({ ...nothing, speciesId: 1, breedId: beagle }, root))).toEqual([
    400,
    ['speciesId', 'breedId'],
  ])
  // A value from a time when the clinic was veterinary can still be saved.
  await server.unscopedDb
    .updateTable('patient')
    .set({ speciesId: 1 })
    .where('id', '=', person.id)
    .execute()
  const kept = { ...nothing, id: person.id, name: 'The same', speciesId: 1 }
  expect((await update(kept, root)).status).toBe(200)
  expect(faults(await update({ ...kept, speciesId: 2 }, root))).toEqual([400, ['speciesId']])
})

test('a change of a patient keeps registering user, time and clinic, and is audited', async () => {
  const patient = await register({ name: 'Old name', patientId: 'KEEP', accessionCode: 'KEEP-A' })
  server.advanceClock(5000)
  const admin = await server.createToken(server.first.users.clinicAdmin.id)
  const { body } = await update({ id: patient.id, name: 'New name', patientId: '' }, admin)
  expect(body).toEqual({ ...patient, name: 'New name' })
  const event = await server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', '=', 'patient.update')
    .where('entityId', '=', patient.id)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    clinicId,
    subject: 'Old name',
    before: { name: 'Old name' },
    after: { name: 'New name' },
  })
})

test('an inactive patient is not listed and keeps its identifiers', async () => {
  const patient = await register({ name: 'Was here', patientId: 'GONE' })
  expect((await update({ id: patient.id, status: 'Inactive' })).body.status).toBe('Inactive')
  const { body } = await server.call(routes.patient.list, { query: { ownerId } }, token)
  expect(body.map(({ id }) => id)).not.toContain(patient.id)
  const one = await server.call(routes.patient.one, { params: { id: patient.id } }, token)
  expect(one.body.status).toBe('Inactive')
  expect((await create({ patientId: 'GONE' })).status).toBe(409)
  expect((await update({ id: patient.id, status: 'Active' })).status).toBe(200)
})

test('patients of another clinic cannot be changed', async () => {
  const foreign = await update({ id: server.second.records.patientId })
  const missing = await update({ id: 999_999 })
  expect([foreign.status, foreign.error]).toEqual([404, missing.error])
})

test('studies are sorted by the current names of their patient and owner', async () => {
  const { patientId, studyId } = server.second.records
  const otherToken = await server.createToken(server.second.users.staff.id)
  const newOwner = await server.call(routes.owner.create, { body: { name: 'Çelik' } }, otherToken)
  const body = { id: patientId, name: 'Œdipe', speciesId: 3, ownerId: newOwner.body.id }
  await server.call(routes.patient.update, { body }, otherToken)
  const keys = () =>
    server.unscopedDb
      .selectFrom('study')
      .select(['patientNameKey', 'ownerKey', 'speciesId'])
      .where('id', '=', studyId)
      .executeTakeFirst()
  expect(await keys()).toEqual({ patientNameKey: 'oedipe', ownerKey: 'celik', speciesId: 3 })
  const renamed = { id: newOwner.body.id, name: 'Ünal' }
  await server.call(routes.owner.update, { body: renamed }, otherToken)
  expect(await keys()).toMatchObject({ ownerKey: 'unal' })
})
