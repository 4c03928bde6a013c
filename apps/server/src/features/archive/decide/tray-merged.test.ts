import { ReassignmentId, routes } from '@talus/contract'
import type { PatientId, TrayDecision } from '@talus/contract'
import { expect, test } from 'vitest'
import { toUid } from '../../../testing/dicom/dicom-objects.ts'
import { setUpTray } from '../../../testing/archive/tray-fixture.ts'

const tray = setUpTray()
const { send, findGroupOfNumber: findGroup, findPatient } = tray

/** The animal of a study. */
const findOfStudy = async (study: string) =>
  (
    await tray.server.unscopedDb
      .selectFrom('study')
      .innerJoin('patient', 'patient.id', 'study.patientId')
      .select('patient.patientId')
      .where('study.studyInstanceUID', '=', toUid(`study ${study}`))
      .executeTakeFirst()
  )?.patientId
const decide = async (number: string, decision: TrayDecision, more = {}, by?: string) =>
  tray.decide(await findGroup(number), decision, more, by)
async function merge(keepId: PatientId, mergeId: PatientId) {
  const query = { keepId, mergeId }
  const { revision } = (
    await tray.server.call(routes.reassign.comparePatients, { query }, tray.tokens.admin)
  ).body
  const body = { ...query, revision }
  return (await tray.server.call(routes.reassign.mergePatients, { body }, tray.tokens.admin)).body
    .id
}
async function deactivate(number: string) {
  const { id, name, speciesId, ownerId } = await findPatient(number)
  const body = { id, name, speciesId: speciesId ?? 1, ownerId, status: 'Inactive' as const }
  expect((await tray.server.call(routes.patient.update, { body }, tray.tokens.admin)).status).toBe(
    200,
  )
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
  await tray.server.call(routes.reassign.undo, { params }, tray.tokens.admin)
  expect((await findGroup('JA-A')).record).toMatchObject({ patientDatabaseId: b.id })
  expect((await decide('JA-A', 'assign', { patientDatabaseId: b.id })).status).toBe(200)
  expect(await findOfStudy('asked')).toBe('JA-B')
})

test('a deleted study is restored under the animal into which its own was merged', async () => {
  await send('kept', { PatientID: 'RE-1', PatientName: 'Roy^Reno' })
  await send('removed', { PatientID: 'RE-2', PatientName: 'Roy^Reno' })
  const removed = await tray.server.unscopedDb
    .selectFrom('study')
    .select('id')
    .where('studyInstanceUID', '=', toUid('study removed'))
    .executeTakeFirstOrThrow()
  await tray.server.call(routes.study.remove, { params: { id: removed.id } }, tray.tokens.admin)
  await send('removed', { PatientID: 'RE-2', PatientName: 'Roy^Reno' })
  await merge((await findPatient('RE-1')).id, (await findPatient('RE-2')).id)
  const restored = await decide('RE-2', 'restore', {}, tray.tokens.root)
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
  const offered = await tray.server.call(routes.patient.suggest, { query }, tray.tokens.admin)
  expect(offered.body.map(({ name }) => name)).toEqual(['Inka'])
  expect((await send('later', stated)).outcome).toBe('stored')
})
