import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture, CaseUser } from '../../../testing/server/case-fixture.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { radCase } = routes
const listNotices = async (user: CaseUser) =>
  (await cases.call(radCase.notices, {}, cases.token(user))).body.notices

test('the radiologist who loses a case learns who has it, and the new one that it is theirs', async () => {
  const id = await cases.createCase(2)
  const body = { radiologistId: cases.ids.colleague }
  const params = { id }
  expect(
    (await cases.call(radCase.assign, { params, body }, cases.token('superAdmin'))).status,
  ).toBe(200)
  const actorName = `Test ${cases.first.users.superAdmin.username}`
  expect((await listNotices('owner'))[0]).toMatchObject({
    kind: 'reassigned',
    actorName,
    radiologistName: 'Test rad.colleague',
  })
  expect((await listNotices('colleague'))[0]).toMatchObject({
    kind: 'assigned',
    actorName,
    radiologistName: '',
  })
  const jobs = await cases.unscopedDb.selectFrom('job').selectAll().orderBy('id').execute()
  const mails = jobs.map(({ payload }) => JSON.stringify(payload))
  const lost = mails.findLast((mail) => mail.includes('rad.owner@example.com'))
  expect(lost).toContain('to Test rad.colleague')
  expect(lost).toContain('/cases')
  expect(lost).not.toContain('/editcases/')
  const given = mails.findLast((mail) => mail.includes('rad.colleague@example.com'))
  expect(given).toContain('to you')
  expect(given).toContain(`/editcases/${id}`)
})

test('a case that is given to the radiologist who has it makes no notice of a loss', async () => {
  const id = await cases.createCase(2)
  const before = (await listNotices('owner')).length
  const body = { radiologistId: cases.ids.owner }
  await cases.call(radCase.assign, { params: { id }, body }, cases.token('superAdmin'))
  const added = (await listNotices('owner')).slice(0, -before || undefined)
  expect(added.map(({ kind }) => kind)).not.toContain('reassigned')
})
