import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../testing/server/case-fixture.ts'
import type { CaseFixture } from '../../testing/server/case-fixture.ts'
import { insertUser } from '../../testing/records/clinics-and-users.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { radCase } = routes

test('a case that names another animal than the register is marked with the fields that differ', async () => {
  const { patientId } = cases.first.records
  await cases.unscopedDb
    .updateTable('patient')
    .set({ name: 'Ivy', patientId: 'TAL-00012', sex: 'Male', birthDate: '2020-05-01' })
    .where('id', '=', patientId)
    .execute()
  const submit = async (change: object) => {
    const form = cases.createForm(change)
    const { body } = await cases.call(radCase.submitCase, { form }, cases.token('doctor'))
    const params = { id: body.id }
    return (await cases.call(radCase.one, { params }, cases.token('owner'))).body
  }
  const other = await submit({ patientName: 'Rex', sex: false, speciesId: 1 })
  expect(other.registeredPatient).toMatchObject({
    patientId: 'TAL-00012',
    name: 'Ivy',
    sex: 'Male',
    birthDate: '2020-05-01',
  })
  expect(other.otherIdentity).toContain('patientName')
  expect(other.otherIdentity).toContain('sex')
  expect(other.otherIdentity).not.toContain('birthDate')
  const same = await submit({ patientName: ' IVY', sex: true })
  expect(same.otherIdentity).not.toContain('patientName')
  expect(same.otherIdentity).not.toContain('sex')
})

test('a radiologist of a clinic reads no drafts of its studies', async () => {
  const { studyId } = cases.first.records
  await cases.createCase(0)
  const id = await insertUser(cases.unscopedDb, {
    username: 'rad.of.clinic',
    clinicId: cases.first.id,
    flags: { radiologistCase: true },
    passwordHash: cases.passwordHash,
  })
  const token = await cases.createToken(id)
  const reply = await cases.call(radCase.ofStudy, { params: { studyId } }, token)
  expect(reply.status === 404 ? [] : reply.body.filter(({ status }) => status === 0)).toEqual([])
})

test('a row names the radiologist whom the clinic requested', async () => {
  const form = cases.createForm({ requestedRadiologistId: cases.ids.colleague })
  const { body } = await cases.call(radCase.submitCase, { form }, cases.token('doctor'))
  const query = { status: 1 }
  const rows = await cases.call(radCase.list, { query }, cases.token('owner'))
  expect(rows.body.find(({ id }) => id === body.id)).toMatchObject({
    requestedRadiologistName: 'Test rad.colleague',
  })
})

test('an empty mailbox of a question is none', async () => {
  const caseId = await cases.createCase(2)
  const body = { caseId, notes: 'VD, please', configId: '' as const }
  const reply = await cases.call(radCase.requestMore, { body }, cases.token('owner'))
  expect([reply.status, reply.body.status]).toEqual([200, 3])
})

test('a contract administrator who does not work with cases deletes none', async () => {
  const id = await cases.createCase(1)
  const { id: userId } = cases.first.users.contractSuperAdmin
  const token = await cases.createToken(userId)
  expect(await cases.call(radCase.remove, { params: { id } }, token)).toRefuse('access/forbidden')
})

test('a contract administrator who is a radiologist deletes a new case of their clinics', async () => {
  const userId = await insertUser(cases.unscopedDb, {
    username: 'contract.reader',
    clinicId: null,
    flags: { contractSuperAdmin: true, radiologistCase: true },
    passwordHash: cases.passwordHash,
    assigned: [cases.first.id],
  })
  const token = await cases.createToken(userId)
  const id = await cases.createCase(1)
  const reply = await cases.call(radCase.remove, { params: { id } }, token)
  expect(reply.status).toBe(204)
})

test('the images of a case come in the order of the viewer of the clinic', async () => {
  const { call, token, unscopedDb, createForm, first } = cases
  const { studyId, imageId } = first.records
  const { id: _, ...stored } = await unscopedDb
    .selectFrom('image')
    .selectAll()
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow()
  const { id: earlier } = await unscopedDb
    .insertInto('image')
    .values({
      ...stored,
      sopInstanceUID: `2.25.${Date.now()}`,
      createdOn: '2020-01-01T00:00:00.000Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const form = createForm()
  form.fields.imageIds = JSON.stringify([imageId, earlier])
  const { body } = await call(radCase.submitCase, { form }, token('doctor'))
  const listIds = async (path: 'case' | 'study') => {
    const images =
      path === 'case'
        ? await call(radCase.images, { params: { id: body.id } }, token('doctor'))
        : await call(routes.image.ofStudy, { query: { studyId } }, token('doctor'))
    return images.body.map(({ id }) => id)
  }
  expect(await listIds('study')).toEqual([earlier, imageId])
  expect(await listIds('case')).toEqual([earlier, imageId])
})
