import { ImportLine, PatientId, ReassignmentId, routes } from '@talus/contract'
import type { OwnerId, PatientMergeField, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFile } from '../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let admin: string
let staff: string
let stranger: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  staff = await server.createToken(server.first.users.staff.id)
  stranger = await server.createToken(server.second.users.clinicAdmin.id)
})
afterAll(() => server.close())

const addOwner = async (name: string, more = {}) =>
  (await server.call(routes.owner.create, { body: { name, ...more } }, admin)).body
async function addPatient(name: string, ownerId: OwnerId, more = {}) {
  const body = { name, ownerId, speciesId: 1, ...more }
  const reply = await server.call(routes.patient.create, { body }, admin)
  expect(reply.status).toBe(200)
  return reply.body
}
const addStudy = async (patientId: PatientId) => {
  server.advanceClock(1000)
  return (await server.call(routes.study.create, { body: { patientId } }, admin)).body
}

const comparePatients = (keepId: PatientId, mergeId: PatientId, by = admin) =>
  server.call(routes.reassign.comparePatients, { query: { keepId, mergeId } }, by)
async function mergePatients(
  keepId: PatientId,
  mergeId: PatientId,
  take: PatientMergeField[] = [],
) {
  return (await prepareMerge(keepId, mergeId, take))()
}
/** Compares two patients as the dialog does; the returned function confirms the merge. */
async function prepareMerge(keepId: PatientId, mergeId: PatientId, take: PatientMergeField[] = []) {
  const { revision } = (await comparePatients(keepId, mergeId)).body
  const body = { keepId, mergeId, revision, take }
  return () => server.call(routes.reassign.mergePatients, { body }, admin)
}
async function moveStudy(studyId: StudyId, patientId: PatientId) {
  const query = { studyId, patientId }
  const { body } = await server.call(routes.reassign.compareStudy, { query }, admin)
  const wanted = { ...query, revision: body.revision }
  return server.call(routes.reassign.moveStudy, { body: wanted }, admin)
}
const undo = (id: number, by = admin) =>
  server.call(routes.reassign.undo, { params: { id: ReassignmentId.parse(id) } }, by)
const findPatient = async (id: PatientId) =>
  (await server.call(routes.patient.one, { params: { id } }, admin)).body
const listStudies = async (patientId: PatientId) =>
  (await server.call(routes.study.ofPatient, { query: { patientId } }, admin)).body
const searchStudies = async (search: string) =>
  (await server.call(routes.study.page, { query: { search } }, admin)).body.rows.map(
    ({ studyId }) => studyId,
  )

test('two records of an animal become one with the chosen values, and undo restores both', async () => {
  const anne = await addOwner('Anne Merge')
  const luc = await addOwner('Luc Merge')
  const keep = await addPatient('Rexo', anne.id, { patientId: 'MK-1', sex: 'Male' })
  const merge = await addPatient('Rexou', luc.id, {
    patientId: 'MM-1',
    birthDate: '2020-02-02',
    description: 'Allergic',
  })
  const [kept, moved] = [await addStudy(keep.id), await addStudy(merge.id)]
  const { body } = await comparePatients(keep.id, merge.id)
  expect([body.keep, body.merge]).toMatchObject([
    { name: 'Rexo', ownerName: 'Anne Merge', studies: 1, lastStudyOn: kept.createdOn },
    { name: 'Rexou', ownerName: 'Luc Merge', birthDate: '2020-02-02', studies: 1 },
  ])
  const merged = await mergePatients(keep.id, merge.id, ['birthDate', 'patientId', 'owner'])
  expect([merged.status, merged.body]).toMatchObject([
    200,
    { kind: 'merge-patients', subject: 'Rexou (MM-1)', target: 'Rexo (MK-1)', undoneOn: null },
  ])
  expect(await findPatient(keep.id)).toMatchObject({
    name: 'Rexo',
    patientId: 'MM-1',
    birthDate: '2020-02-02',
    sex: 'Male',
    ownerId: luc.id,
    description: '',
  })
  expect(await findPatient(merge.id)).toMatchObject({ status: 'Inactive', patientId: 'MK-1' })
  expect(new Set((await listStudies(keep.id)).map(({ id }) => id))).toEqual(
    new Set([kept.id, moved.id]),
  )
  // Lists and search show the animal that remains, also by the name of the merged record.
  expect(await searchStudies('rexo luc')).toEqual([moved.id, kept.id])
  expect(await searchStudies('rexou')).toEqual([moved.id, kept.id])
  const suggest = { text: 'rexo' }
  const offered = await server.call(routes.patient.suggest, { query: suggest }, admin)
  expect(offered.body.map(({ id }) => id)).toEqual([keep.id])
  // A page that still shows the merged record creates nothing for it.
  const late = { patientId: merge.id }
  expect(await server.call(routes.study.create, { body: late }, admin)).toRefuse('reassign/merged')
  const edit = {
    id: merge.id,
    name: 'Back',
    speciesId: 1,
    ownerId: luc.id,
    status: 'Active' as const,
  }
  expect(await server.call(routes.patient.update, { body: edit }, admin)).toRefuse(
    'reassign/merged',
  )
  expect((await comparePatients(keep.id, merge.id)).error.code).toBe('reassign/merged')

  const history = { query: { patientId: merge.id } }
  const listed = await server.call(routes.reassign.history, history, admin)
  expect(listed.body.map(({ id }) => id)).toEqual([merged.body.id])
  const back = await undo(merged.body.id)
  expect([back.status, back.body.undoneBy]).toEqual([200, server.first.users.clinicAdmin.username])
  expect(await findPatient(keep.id)).toEqual(keep)
  expect(await findPatient(merge.id)).toEqual(merge)
  expect((await listStudies(merge.id)).map(({ id }) => id)).toEqual([moved.id])
  expect(await searchStudies('rexou')).toEqual([moved.id])
  expect(await undo(merged.body.id)).toRefuse('reassign/undone')
  const events = await server.unscopedDb
    .selectFrom('auditEvent')
    .select(['action', 'subject', 'before', 'after'])
    .where('entityId', '=', keep.id)
    .where('action', 'in', ['patient.merge', 'patient.undo-merge'])
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    {
      action: 'patient.merge',
      before: { [`patient ${keep.id}`]: { patientId: 'MK-1', birthDate: null } },
      after: {
        [`patient ${merge.id}`]: { status: 'Inactive', mergedIntoId: keep.id },
        [`study ${moved.id}`]: { patientId: keep.id },
      },
    },
    { action: 'patient.undo-merge' },
  ])
})

test('a merge or move of records of another clinic, of the same record or of other species is refused', async () => {
  const owner = await addOwner('Refused')
  const dog = await addPatient('Dog', owner.id)
  const cat = await addPatient('Cat', owner.id, { speciesId: 2 })
  const foreign = server.second.records.patientId
  const unknown = await comparePatients(dog.id, PatientId.parse(999_999))
  const other = await comparePatients(dog.id, foreign)
  expect([other.status, other.error]).toEqual([404, unknown.error])
  const root = await server.createToken(server.first.users.root.id)
  expect(await comparePatients(dog.id, foreign, root)).toRefuse('record/not-found')
  expect(await comparePatients(dog.id, dog.id)).toRefuse('reassign/same-record')
  expect(await comparePatients(dog.id, cat.id)).toRefuse('reassign/other-species')
  expect(await comparePatients(dog.id, cat.id, staff)).toRefuse('access/forbidden')
  const study = await addStudy(dog.id)
  const query = { studyId: study.id, patientId: foreign }
  expect(await server.call(routes.reassign.compareStudy, { query }, admin)).toRefuse(
    'record/not-found',
  )
  const moved = await moveStudy(study.id, cat.id)
  expect(await undo(moved.body.id, stranger)).toRefuse('record/not-found')
  expect(await undo(moved.body.id, staff)).toRefuse('access/forbidden')
})

test('of two users who merge or undo at the same time one succeeds', async () => {
  const owner = await addOwner('Twice')
  const [one, two, three] = [
    await addPatient('Twin', owner.id),
    await addPatient('Twin', owner.id),
    await addPatient('Twin', owner.id),
  ]
  // All of them have seen the patients as they were.
  const confirmations = [
    await prepareMerge(one.id, two.id),
    await prepareMerge(three.id, two.id),
    await prepareMerge(two.id, one.id),
  ]
  const replies = await Promise.all(confirmations.map((confirm) => confirm()))
  const ok = replies.filter(({ status }) => status === 200)
  expect(ok).toHaveLength(1)
  for (const { status } of replies) expect([200, 409]).toContain(status)
  const id = ok[0]?.body.id ?? 0
  const undone = await Promise.all([undo(id), undo(id)])
  expect(new Set(undone.map(({ status }) => status))).toEqual(new Set([200, 409]))
  // The user confirms what they saw: a change in between is refused.
  const { revision } = (await comparePatients(one.id, two.id)).body
  const change = { id: two.id, name: 'Renamed', speciesId: 1, ownerId: owner.id }
  await server.call(routes.patient.update, { body: change }, admin)
  const body = { keepId: one.id, mergeId: two.id, revision }
  expect(await server.call(routes.reassign.mergePatients, { body }, admin)).toRefuse(
    'record/changed-meanwhile',
  )
})

test('undo is refused if a record has changed since, and changes nothing', async () => {
  const owner = await addOwner('Since')
  const [one, two, three] = [
    await addPatient('Since A', owner.id),
    await addPatient('Since B', owner.id),
    await addPatient('Since C', owner.id),
  ]
  const study = await addStudy(one.id)
  const first = await moveStudy(study.id, two.id)
  const second = await moveStudy(study.id, three.id)
  const refused = await undo(first.body.id)
  expect(refused).toRefuse('reassign/later')
  // The refusal names the change to undo first.
  expect(JSON.stringify(refused.body)).toContain(second.body.target)
  expect((await listStudies(three.id)).map(({ id }) => id)).toEqual([study.id])
  // In the opposite order both can be undone.
  expect((await undo(second.body.id)).status).toBe(200)
  expect((await undo(first.body.id)).status).toBe(200)
  expect((await listStudies(one.id)).map(({ id }) => id)).toEqual([study.id])
  const merged = await mergePatients(one.id, two.id, ['name'])
  const edit = { id: one.id, name: 'Edited', speciesId: 1, ownerId: owner.id }
  expect((await server.call(routes.patient.update, { body: edit }, admin)).status).toBe(200)
  expect(await undo(merged.body.id)).toRefuse('reassign/changed-since')
})

test('a move is not undone into a record that was merged since, before that merge is undone', async () => {
  const [owner, other] = [await addOwner('Into A'), await addOwner('Into B')]
  const [keep, merge, target] = [
    await addPatient('Into keep', owner.id),
    await addPatient('Into merge', owner.id),
    await addPatient('Into target', other.id),
  ]
  const study = await addStudy(merge.id)
  const moved = await moveStudy(study.id, target.id)
  const merged = await mergePatients(keep.id, merge.id)
  const refused = await undo(moved.body.id)
  expect(refused).toRefuse('reassign/later')
  expect(JSON.stringify(refused.body)).toContain(merged.body.target)
  expect((await listStudies(target.id)).map(({ id }) => id)).toEqual([study.id])
  expect((await undo(merged.body.id)).status).toBe(200)
  expect((await undo(moved.body.id)).status).toBe(200)
  expect((await listStudies(merge.id)).map(({ id }) => id)).toEqual([study.id])

  const query = { patientId: merge.id, ownerId: other.id }
  const compared = await server.call(routes.reassign.compareOwnerOfPatient, { query }, admin)
  const body = { ...query, revision: compared.body.revision }
  const animal = await server.call(routes.reassign.movePatient, { body }, admin)
  const owners = { keepId: other.id, mergeId: owner.id }
  const { revision } = (await server.call(routes.reassign.compareOwners, { query: owners }, admin))
    .body
  const ownersMerged = await server.call(
    routes.reassign.mergeOwners,
    { body: { ...owners, revision } },
    admin,
  )
  expect(await undo(animal.body.id)).toRefuse('reassign/later')
  expect((await findPatient(merge.id)).ownerId).toBe(other.id)
  expect((await undo(ownersMerged.body.id)).status).toBe(200)
  expect((await undo(animal.body.id)).status).toBe(200)
  expect((await findPatient(merge.id)).ownerId).toBe(owner.id)
})

test('two records of an owner become one, an animal gets another owner, and both can be undone', async () => {
  const keep = await addOwner('Marie Keep', { phone: '438-555-0991' })
  const merge = await addOwner('Marie Kepp', { phone: '438-555-0992', email: 'kepp@example.com' })
  const animal = await addPatient('Filou', merge.id)
  const query = { keepId: keep.id, mergeId: merge.id }
  const seen = (await server.call(routes.reassign.compareOwners, { query }, admin)).body
  expect(seen.merge).toMatchObject({ animals: ['Filou'], phone: '438-555-0992' })
  const body = { ...query, revision: seen.revision, take: ['phone', 'email'] as const }
  const merged = await server.call(
    routes.reassign.mergeOwners,
    { body: { ...body, take: [...body.take] } },
    admin,
  )
  expect(merged.status).toBe(200)
  const one = (id: OwnerId) => server.call(routes.owner.one, { params: { id } }, admin)
  expect((await one(keep.id)).body).toMatchObject({
    name: 'Marie Keep',
    phone: '438-555-0992',
    email: 'kepp@example.com',
  })
  expect((await findPatient(animal.id)).ownerId).toBe(keep.id)
  const text = { query: { text: 'filou' } }
  const found = await server.call(routes.owner.suggest, text, admin)
  expect(found.body.map(({ id }) => id)).toEqual([keep.id])
  expect((await undo(merged.body.id)).status).toBe(200)
  expect((await one(merge.id)).body).toEqual(merge)
  expect((await one(keep.id)).body).toEqual(keep)
  expect((await findPatient(animal.id)).ownerId).toBe(merge.id)

  const move = { patientId: animal.id, ownerId: keep.id }
  const before = await server.call(routes.reassign.compareOwnerOfPatient, { query: move }, admin)
  const moved = await server.call(
    routes.reassign.movePatient,
    { body: { ...move, revision: before.body.revision } },
    admin,
  )
  expect((await findPatient(animal.id)).ownerId).toBe(keep.id)
  expect(moved.body).toMatchObject({
    subject: expect.stringContaining('Filou'),
    target: 'Marie Keep',
  })
  expect((await undo(moved.body.id)).status).toBe(200)
  expect((await findPatient(animal.id)).ownerId).toBe(merge.id)
})

test('a file that arrives with the number of a merged record belongs to the animal that remains', async () => {
  const owner = await addOwner('Anne Tremblay')
  const keep = await addPatient('Rex', owner.id, { patientId: 'KEPT-9' })
  const merge = await addPatient('Rex', owner.id, { patientId: 'GONE-9' })
  await mergePatients(keep.id, merge.id)
  const bytes = createRadiograph('late arrival', {
    PatientID: 'GONE-9',
    StudyInstanceUID: toUid('study of the late arrival'),
    SeriesInstanceUID: toUid('series of the late arrival'),
  })
  const { imageId } = ImportLine.parse(JSON.parse((await importFile(server, admin, bytes)).body))
  const study = await server.unscopedDb
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select('study.patientId')
    .where('image.id', '=', imageId ?? null)
    .executeTakeFirstOrThrow()
  expect(study.patientId).toBe(keep.id)
})
