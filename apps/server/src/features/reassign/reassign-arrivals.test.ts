import { ImportLine, ReassignmentId, routes } from '@talus/contract'
import type { OwnerId, PatientId } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { importFile } from '../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

const addOwner = async (name: string) =>
  (await server.call(routes.owner.create, { body: { name } }, admin)).body.id
async function addPatient(name: string, patientId: string, ownerId: OwnerId) {
  const body = { name, patientId, ownerId, speciesId: 1 }
  return (await server.call(routes.patient.create, { body }, admin)).body.id
}
async function merge(keepId: PatientId, mergeId: PatientId, take: ('name' | 'patientId')[] = []) {
  const query = { keepId, mergeId }
  const { revision } = (await server.call(routes.reassign.comparePatients, { query }, admin)).body
  const body = { ...query, revision, take }
  const reply = await server.call(routes.reassign.mergePatients, { body }, admin)
  expect(reply.status).toBe(200)
  return reply.body.id
}
const undo = async (id: number) =>
  (await server.call(routes.reassign.undo, { params: { id: ReassignmentId.parse(id) } }, admin))
    .body

/** Sends an image of a study, which is created with its first image. */
async function send(study: string, image: string, attributes: Attributes) {
  const bytes = createRadiograph(`${study} ${image}`, {
    StudyInstanceUID: toUid(`study ${study}`),
    SeriesInstanceUID: toUid(`series ${study}`),
    PatientBirthDate: '',
    PatientSpeciesDescription: '',
    ResponsiblePerson: '',
    ...attributes,
  })
  return ImportLine.parse(JSON.parse((await importFile(server, admin, bytes)).body))
}
/** The patient IDs of the images of a study, according to the records. */
const findNumbers = async (study: string) =>
  (
    await server.unscopedDb
      .selectFrom('image')
      .innerJoin('study', 'study.id', 'image.studyId')
      .innerJoin('patient', 'patient.id', 'study.patientId')
      .select('patient.patientId')
      .where('study.studyInstanceUID', '=', toUid(`study ${study}`))
      .execute()
  ).map(({ patientId }) => patientId)

test('studies that arrived for a merged record go with it when the merge is undone', async () => {
  const owner = await addOwner('Ann Green')
  const milo = await addPatient('Milo', 'MG-1', owner)
  const mylo = await addPatient('Mylo', 'MG-2', owner)
  const merged = await merge(milo, mylo)
  const stated = { PatientID: 'MG-2', PatientName: 'Mylo' }
  await send('for mylo', 'one', stated)
  await send('for milo', 'one', { PatientID: 'MG-1', PatientName: 'Milo' })
  const made = await server.call(routes.study.create, { body: { patientId: milo } }, admin)
  expect(await findNumbers('for mylo')).toEqual(['MG-1'])

  expect(await undo(merged)).toMatchObject({ followed: 1, staying: 1 })
  expect(await findNumbers('for mylo')).toEqual(['MG-2'])
  expect(await findNumbers('for milo')).toEqual(['MG-1'])
  const ofMilo = await server.call(routes.study.ofPatient, { query: { patientId: milo } }, admin)
  expect(ofMilo.body.map(({ id }) => id)).toContain(made.body.id)
  expect((await send('for mylo', 'two', stated)).outcome).toBe('stored')
  expect(await findNumbers('for mylo')).toEqual(['MG-2', 'MG-2'])
  // The lists find the study by the animal that it belongs to.
  const query = { search: 'MG-2' }
  const { rows } = (await server.call(routes.study.page, { query }, admin)).body
  expect(rows.map(({ patientName }) => patientName)).toEqual(['Mylo'])
  const event = await server.unscopedDb
    .selectFrom('auditEvent')
    .select('after')
    .where('action', '=', 'patient.undo-merge')
    .where('entityId', '=', milo)
    .executeTakeFirstOrThrow()
  expect(Object.values(event.after ?? {})).toContainEqual({ patientId: mylo })
})

test('a study that arrived during a chain of merges returns to the record that its files name', async () => {
  const owner = await addOwner('Chain')
  const [a, b, c] = [
    await addPatient('Chico', 'CH-A', owner),
    await addPatient('Chico', 'CH-B', owner),
    await addPatient('Chico', 'CH-C', owner),
  ]
  const first = await merge(b, a)
  await send('between', 'one', { PatientID: 'CH-A', PatientName: 'Chico' })
  const second = await merge(c, b)
  await send('chain', 'one', { PatientID: 'CH-A', PatientName: 'Chico' })
  expect(await findNumbers('chain')).toEqual(['CH-C'])
  expect(await undo(second)).toMatchObject({ followed: 1, staying: 0 })
  expect([await findNumbers('chain'), await findNumbers('between')]).toEqual([['CH-B'], ['CH-B']])
  expect(await undo(first)).toMatchObject({ followed: 2, staying: 0 })
  expect([await findNumbers('chain'), await findNumbers('between')]).toEqual([['CH-A'], ['CH-A']])

  // The first merge undone before the second: its arrivals are with the last record.
  const again = await addPatient('Chico', 'CH-D', owner)
  const inner = await merge(b, again)
  await merge(c, b)
  await send('inner', 'one', { PatientID: 'CH-D', PatientName: 'Chico' })
  expect(await undo(inner)).toMatchObject({ followed: 1 })
  expect(await findNumbers('inner')).toEqual(['CH-D'])
})

test('after a merge that took over the number, each arrival returns to the record with its number', async () => {
  const owner = await addOwner('Swap')
  const keep = await addPatient('Swappy', 'SW-1', owner)
  const other = await addPatient('Swappy', 'SW-2', owner)
  const merged = await merge(keep, other, ['patientId'])
  await send('swap one', 'one', { PatientID: 'SW-1', PatientName: 'Swappy' })
  await send('swap two', 'one', { PatientID: 'SW-2', PatientName: 'Swappy' })
  expect([await findNumbers('swap one'), await findNumbers('swap two')]).toEqual([
    ['SW-2'],
    ['SW-2'],
  ])
  expect(await undo(merged)).toMatchObject({ followed: 1, staying: 0 })
  expect([await findNumbers('swap one'), await findNumbers('swap two')]).toEqual([
    ['SW-1'],
    ['SW-2'],
  ])
})

test('a decision of a user during a merge stays, and is not applied to later files of the merged record', async () => {
  const owner = await addOwner('Decided')
  const keep = await addPatient('Tango', 'TG-1', owner)
  const other = await addPatient('Tango', 'TG-2', owner)
  const merged = await merge(keep, other)
  const stated = { PatientID: 'TG-2', PatientName: 'Foxtrot' }
  expect((await send('decided', 'one', stated)).outcome).toBe('held')
  const waiting = await server.call(routes.tray.list, { query: {} }, admin)
  const group = waiting.body.find(({ claim }) => claim.name === 'Foxtrot')
  const body = {
    entryIds: group?.entryIds ?? [],
    decision: 'assign' as const,
    patientDatabaseId: keep,
  }
  expect((await server.call(routes.tray.decide, { body }, admin)).status).toBe(200)
  expect(await undo(merged)).toMatchObject({ followed: 0, staying: 1 })
  expect(await findNumbers('decided')).toEqual(['TG-1'])
  expect((await send('decided', 'two', stated)).outcome).toBe('held')
  expect((await send('later', 'one', stated)).outcome).toBe('held')
})
