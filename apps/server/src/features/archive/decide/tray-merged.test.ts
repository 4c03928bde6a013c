import { ImportLine, ReassignmentId, routes } from '@talus/contract'
import type { PatientId, TrayDecision } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { importFile } from '../../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let admin: string
let root: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  root = await server.createToken(server.first.users.root.id)
})
afterAll(() => server.close())

async function send(study: string, attributes: Attributes) {
  const bytes = createRadiograph(study, {
    StudyInstanceUID: toUid(`study ${study}`),
    SeriesInstanceUID: toUid(`series ${study}`),
    PatientBirthDate: '',
    ResponsiblePerson: '',
    ...attributes,
  })
  return ImportLine.parse(JSON.parse((await importFile(server, admin, bytes)).body))
}
const findPatient = (number: string) =>
  server.unscopedDb
    .selectFrom('patient')
    .selectAll()
    .where('patientId', '=', number)
    .where('clinicId', '=', server.first.id)
    .executeTakeFirstOrThrow()
/** The animal of a study. */
const findOfStudy = async (study: string) =>
  (
    await server.unscopedDb
      .selectFrom('study')
      .innerJoin('patient', 'patient.id', 'study.patientId')
      .select('patient.patientId')
      .where('study.studyInstanceUID', '=', toUid(`study ${study}`))
      .executeTakeFirst()
  )?.patientId
const findGroup = async (number: string) => {
  const { body } = await server.call(routes.tray.list, { query: {} }, admin)
  const group = body.find(({ claim }) => claim.patientId === number)
  if (!group) throw new Error(`nothing waits for ${number}`)
  return group
}
const decide = async (number: string, decision: TrayDecision, more = {}, by = admin) => {
  const { entryIds } = await findGroup(number)
  return server.call(routes.tray.decide, { body: { entryIds, decision, ...more } }, by)
}
async function merge(keepId: PatientId, mergeId: PatientId) {
  const query = { keepId, mergeId }
  const { revision } = (await server.call(routes.reassign.comparePatients, { query }, admin)).body
  const body = { ...query, revision }
  return (await server.call(routes.reassign.mergePatients, { body }, admin)).body.id
}
async function deactivate(number: string) {
  const { id, name, speciesId, ownerId } = await findPatient(number)
  const body = { id, name, speciesId: speciesId ?? 1, ownerId, status: 'Inactive' as const }
  expect((await server.call(routes.patient.update, { body }, admin)).status).toBe(200)
}

test('the tray offers the animal that remains after merges, and refuses the merged ones', async () => {
  for (const number of ['JA-A', 'JA-B', 'JA-C'])
    await send(`first ${number}`, { PatientID: number, PatientName: 'Roy^Jackal' })
  expect(await send('asked', { PatientID: 'JA-A', PatientName: 'Roy^Wolf' })).toMatchObject({
    outcome: 'held',
  })
  const [a, b, c] = [
    await findPatient('JA-A'),
    await findPatient('JA-B'),
    await findPatient('JA-C'),
  ]
  expect((await findGroup('JA-A')).record).toMatchObject({ patientDatabaseId: a.id })
  await merge(b.id, a.id)
  const second = await merge(c.id, b.id)
  expect((await findGroup('JA-A')).record).toMatchObject({
    patientDatabaseId: c.id,
    patientId: 'JA-C',
    name: 'Jackal',
    isActive: true,
  })
  for (const { id } of [a, b])
    expect(await decide('JA-A', 'assign', { patientDatabaseId: id })).toRefuse('reassign/merged')
  expect(await findOfStudy('asked')).toBeUndefined()
  const params = { id: ReassignmentId.parse(second) }
  await server.call(routes.reassign.undo, { params }, admin)
  expect((await findGroup('JA-A')).record).toMatchObject({ patientDatabaseId: b.id })
  expect((await decide('JA-A', 'assign', { patientDatabaseId: b.id })).status).toBe(200)
  expect(await findOfStudy('asked')).toBe('JA-B')
})

test('a deleted study is restored under the animal into which its own was merged', async () => {
  await send('kept', { PatientID: 'RE-1', PatientName: 'Roy^Reno' })
  await send('removed', { PatientID: 'RE-2', PatientName: 'Roy^Reno' })
  const removed = await server.unscopedDb
    .selectFrom('study')
    .select('id')
    .where('studyInstanceUID', '=', toUid('study removed'))
    .executeTakeFirstOrThrow()
  await server.call(routes.study.remove, { params: { id: removed.id } }, admin)
  await send('removed', { PatientID: 'RE-2', PatientName: 'Roy^Reno' })
  await merge((await findPatient('RE-1')).id, (await findPatient('RE-2')).id)
  const restored = await decide('RE-2', 'restore', {}, root)
  expect([restored.status, restored.body.studyId]).toEqual([200, removed.id])
  expect(await findOfStudy('removed')).toBe('RE-1')
})

test('a file with the ID of a deleted animal waits, and the animal can be restored with it', async () => {
  const stated = { PatientID: 'IN-1', PatientName: 'Roy^Inka' }
  await send('before', stated)
  await deactivate('IN-1')
  expect(await send('after', stated)).toMatchObject({ outcome: 'held' })
  const { id } = await findPatient('IN-1')
  const group = await findGroup('IN-1')
  expect([group.reason, group.record]).toMatchObject([
    'patient-inactive',
    { patientDatabaseId: id, isActive: false },
  ])
  expect(await decide('IN-1', 'assign', { patientDatabaseId: id })).toRefuse('reassign/inactive')
  expect(await findOfStudy('after')).toBeUndefined()
  expect((await decide('IN-1', 'restore')).status).toBe(200)
  expect(await findOfStudy('after')).toBe('IN-1')
  expect((await findPatient('IN-1')).status).toBe('Active')
  const query = { text: 'IN-1' }
  const offered = await server.call(routes.patient.suggest, { query }, admin)
  expect(offered.body.map(({ name }) => name)).toEqual(['Inka'])
  expect((await send('later', stated)).outcome).toBe('stored')
})
