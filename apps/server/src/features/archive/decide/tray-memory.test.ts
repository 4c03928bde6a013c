import { routes } from '@talus/contract'
import type { PatientId, StudyId, TrayDecision, TrayGroup } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import { expect, test } from 'vitest'
import { toUid } from '../../../testing/dicom/dicom-objects.ts'
import { setUpTray } from '../../../testing/archive/tray-fixture.ts'

const tray = setUpTray()
const { send, findGroupOfNumber: findGroup, findPatient } = tray

const ada = (number: string): Attributes => ({
  PatientID: number,
  PatientName: 'Ames^Ada',
  ResponsiblePerson: 'Ames',
  PatientBirthDate: '20200101',
})
const bob = (number: string): Attributes => ({
  PatientID: number,
  PatientName: 'Burns^Bob',
  ResponsiblePerson: 'Burns',
  PatientBirthDate: '20180505',
})

const findOwnerOf = async (studyId: StudyId | undefined) =>
  (
    await tray.server.unscopedDb
      .selectFrom('study')
      .innerJoin('patient', 'patient.id', 'study.patientId')
      .select('patient.patientId')
      .where('study.id', '=', studyId ?? (0 as StudyId))
      .executeTakeFirst()
  )?.patientId

const decide = (group: TrayGroup, decision: TrayDecision, patientDatabaseId?: PatientId) =>
  tray.decide(group, decision, { patientDatabaseId })

async function move(studyId: StudyId, patientId: PatientId) {
  const query = { studyId, patientId }
  const { revision } = (
    await tray.server.call(routes.reassign.compareStudy, { query }, tray.tokens.admin)
  ).body
  const body = { ...query, revision }
  const reply = await tray.server.call(routes.reassign.moveStudy, { body }, tray.tokens.admin)
  expect(reply.status).toBe(200)
  return reply.body
}

async function setStatus(number: string, status: 'Active' | 'Inactive') {
  const { id, name, speciesId, ownerId, birthDate } = await findPatient(number)
  const body = { id, name, speciesId: speciesId ?? 1, ownerId, birthDate, status }
  expect((await tray.server.call(routes.patient.update, { body }, tray.tokens.admin)).status).toBe(
    200,
  )
}

test('a decision about the UID of a study counts for that study, not for later images of the animal', async () => {
  await send('ada 1', ada('MEM-A'))
  const ofBob = await send('bob 1', bob('MEM-B'))
  const study = { StudyInstanceUID: toUid('study bob 1') }
  expect((await send('mixed 1', { ...ada('MEM-A'), ...study })).outcome).toBe('held')
  const group = await findGroup('MEM-A')
  expect(group.reason).toBe('study-differs')
  await decide(group, 'assign', (await findPatient('MEM-B')).id)
  // The next image of the same study asks nothing.
  const next = await send('mixed 2', { ...ada('MEM-A'), ...study })
  expect(next).toMatchObject({ outcome: 'stored', studyId: ofBob.studyId })
  const later = await send('ada 2', ada('MEM-A'))
  expect(later.outcome).toBe('stored')
  expect(await findOwnerOf(later.studyId)).toBe('MEM-A')
  // The same in another study of Bob is a question again.
  await send('bob 2', bob('MEM-B'))
  const other = { ...ada('MEM-A'), StudyInstanceUID: toUid('study bob 2') }
  expect((await send('mixed 3', other)).outcome).toBe('held')
  await decide(await findGroup('MEM-A'), 'create')
})

test('a changed image of a moved study replaces the stored one, and later studies stay with their animal', async () => {
  const first = await send('moved 1', ada('MOV-A'))
  await send('moved bob', bob('MOV-B'))
  const { id: bobId } = await findPatient('MOV-B')
  if (first.studyId === undefined) throw new Error('not stored')
  await move(first.studyId, bobId)
  expect((await send('moved 1', ada('MOV-A'), { seed: 2 })).outcome).toBe('held')
  const group = await findGroup('MOV-A')
  expect(group).toMatchObject({ reason: 'content-differs', record: { imageId: first.imageId } })
  const reply = await decide(group, 'replace')
  expect([reply.status, reply.body.studyId]).toEqual([200, first.studyId])
  expect((await send('moved 1', ada('MOV-A'), { seed: 2 })).outcome).toBe('known')
  const later = await send('moved 2', ada('MOV-A'))
  expect(await findOwnerOf(later.studyId)).toBe('MOV-A')
})

test('an animal that is active again gets its images, whatever was decided while it was deleted', async () => {
  await send('deleted 1', ada('DEL-A'))
  await send('deleted bob', bob('DEL-B'))
  await setStatus('DEL-A', 'Inactive')
  const held = await send('deleted 2', ada('DEL-A'))
  expect(held.outcome).toBe('held')
  const group = await findGroup('DEL-A')
  expect(group.reason).toBe('patient-inactive')
  await decide(group, 'assign', (await findPatient('DEL-B')).id)
  const second = await send('deleted 2b', {
    ...ada('DEL-A'),
    StudyInstanceUID: toUid('study deleted 2'),
  })
  expect(await findOwnerOf(second.studyId)).toBe('DEL-B')
  await setStatus('DEL-A', 'Active')
  expect(await findOwnerOf((await send('deleted 3', ada('DEL-A'))).studyId)).toBe('DEL-A')
})

test('a file of a deleted study that goes to another animal leaves the others with their animal', async () => {
  const first = await send('gone 1', ada('GONE-A'))
  await send('gone bob', bob('GONE-B'))
  const params = { id: first.studyId ?? (0 as StudyId) }
  expect((await tray.server.call(routes.study.remove, { params }, tray.tokens.admin)).status).toBe(
    204,
  )
  await send('gone 2', { ...ada('GONE-A'), StudyInstanceUID: toUid('study gone 1') })
  const group = await findGroup('GONE-A')
  expect(group.reason).toBe('study-deleted')
  await decide(group, 'assign', (await findPatient('GONE-B')).id)
  expect(await findOwnerOf((await send('gone 3', ada('GONE-A'))).studyId)).toBe('GONE-A')
})

test('a remembered number is shown with its animal and can be forgotten, which is audited', async () => {
  await send('known 1', ada('REM-1'))
  const misspelt = { ...ada('REM-1'), PatientName: 'Ames^Otto', PatientBirthDate: '20150101' }
  await send('bob known', bob('REM-B'))
  const { id } = await findPatient('REM-B')
  expect((await send('known 2', misspelt)).outcome).toBe('held')
  await decide(await findGroup('REM-1'), 'assign', id)
  const later = await send('known 3', misspelt)
  expect(await findOwnerOf(later.studyId)).toBe('REM-B')
  const query = { patientId: id }
  const list = async () =>
    (await tray.server.call(routes.reassign.otherNumbers, { query }, tray.tokens.admin)).body
  expect(await list()).toEqual([
    { number: 'REM-1', kind: 'decided', name: 'otto', studyDate: null },
  ])
  const body = { patientId: id, number: 'REM-1' }
  expect(
    await tray.server.call(routes.reassign.forgetNumber, { body }, tray.tokens.staff),
  ).toRefuse('access/forbidden')
  expect(
    (await tray.server.call(routes.reassign.forgetNumber, { body }, tray.tokens.admin)).status,
  ).toBe(204)
  expect(await list()).toEqual([])
  expect(
    await tray.server.call(routes.reassign.forgetNumber, { body }, tray.tokens.admin),
  ).toRefuse('record/not-found')
  const [event] = await tray.server.unscopedDb
    .selectFrom('auditEvent')
    .select(['action', 'subject', 'before'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(event).toMatchObject({
    action: 'patient.forget-number',
    subject: 'Bob',
    before: { number: 'REM-1' },
  })
  expect((await send('known 4', misspelt)).outcome).toBe('held')
})

test('images with the former number of a corrected animal are filed under it', async () => {
  await send('former 1', ada('FORMER-1'))
  const { id, name, speciesId, ownerId, birthDate } = await findPatient('FORMER-1')
  const values = { id, name, speciesId: speciesId ?? 1, ownerId, birthDate }
  const correct = async (patientId: string) =>
    tray.server.call(routes.patient.update, { body: { ...values, patientId } }, tray.tokens.admin)
  expect((await correct('FORMER-2')).status).toBe(200)
  const later = await send('former 2', ada('FORMER-1'))
  expect(later.outcome).toBe('stored')
  expect(await findOwnerOf(later.studyId)).toBe('FORMER-2')
  const query = { patientId: id }
  const { body } = await tray.server.call(
    routes.reassign.otherNumbers,
    { query },
    tray.tokens.admin,
  )
  expect(body).toEqual([{ number: 'FORMER-1', kind: 'former', name: '', studyDate: null }])
  // Another animal with that number is a question.
  expect((await send('former 3', bob('FORMER-1'))).outcome).toBe('held')
  expect(await findGroup('FORMER-1')).toMatchObject({
    reason: 'patient-differs',
    record: { patientId: 'FORMER-2' },
  })
  // The number is free for another animal, whose images it then has.
  expect((await decide(await findGroup('FORMER-1'), 'create')).status).toBe(200)
  const ofBob = await send('former 4', bob('FORMER-1'))
  expect(await findOwnerOf(ofBob.studyId)).toBe('FORMER-1')
  expect((await send('former 5', ada('FORMER-1'))).outcome).toBe('held')
})

test('a rejected image that is sent again waits until a user shows it or discards the file', async () => {
  const first = await send('rejected 1', ada('REJ-1'))
  const { imageId } = first
  if (imageId === undefined) throw new Error('not stored')
  const reject = () =>
    tray.server.call(
      routes.image.reject,
      { body: { imageId, rejectionReason: 'Bad Image' as const } },
      tray.tokens.admin,
    )
  expect((await reject()).status).toBe(204)
  expect((await send('rejected 1', ada('REJ-1'))).outcome).toBe('held')
  expect((await send('rejected 1', ada('REJ-1'))).outcome).toBe('held')
  const group = await findGroup('REJ-1')
  expect(group).toMatchObject({ reason: 'image-rejected', entryIds: [expect.any(Number)] })
  const reply = await decide(group, 'restore')
  expect([reply.status, reply.body.studyId]).toEqual([200, first.studyId])
  const isRejected = async () =>
    (
      await tray.server.unscopedDb
        .selectFrom('image')
        .select('isRejected')
        .where('id', '=', imageId)
        .executeTakeFirstOrThrow()
    ).isRejected
  expect(await isRejected()).toBe(false)
  expect((await send('rejected 1', ada('REJ-1'))).outcome).toBe('known')
  // Rejected once more: the earlier decision does not count.
  await reject()
  expect((await send('rejected 1', ada('REJ-1'))).outcome).toBe('held')
  expect(await isRejected()).toBe(true)
})
