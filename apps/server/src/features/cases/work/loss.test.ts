import { routes } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture, CaseUser } from '../../../testing/server/case-fixture.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { radCase } = routes
async function takeNewCase(): Promise<CaseId> {
  const id = await cases.createCase(1)
  await cases.take(id, 'owner')
  return id
}
const readLoss = (id: CaseId, by: CaseUser = 'owner') =>
  cases.call(radCase.loss, { params: { id } }, cases.token(by))
const assign = (id: CaseId, to: 'owner' | 'colleague') =>
  cases.call(
    radCase.assign,
    { params: { id }, body: { radiologistId: cases.ids[to] } },
    cases.token('superAdmin'),
  )

test('a radiologist learns who gave their case to a colleague, though they cannot open it', async () => {
  const id = await takeNewCase()
  expect(await readLoss(id)).toRefuse('record/not-found')
  await assign(id, 'colleague')
  expect((await readLoss(id)).body).toMatchObject({
    action: 'assign',
    radiologistName: 'Test rad.colleague',
    createdOn: cases.clock().toISOString(),
  })
  expect((await readLoss(id)).body.actorName).not.toBe('')
  // The colleague still has it; others never had it.
  expect(await readLoss(id, 'colleague')).toRefuse('record/not-found')
  expect(await readLoss(id, 'superAdmin')).toRefuse('access/forbidden')
})

test('the later history of a case is hidden from the radiologist who lost it', async () => {
  const id = await takeNewCase()
  const release = { params: { id }, body: { reason: 'On holiday' } }
  await cases.call(radCase.release, release, cases.token('superAdmin'))
  await assign(id, 'colleague')
  const cancel = { body: { caseId: id, reason: 'Secret of the colleague' } }
  await cases.call(radCase.cancel, cancel, cases.token('colleague'))
  expect((await readLoss(id)).body).toMatchObject({ action: 'release', note: 'On holiday' })
  expect((await readLoss(id, 'colleague')).body).toMatchObject({
    action: 'cancel',
    note: 'Secret of the colleague',
  })
})

test('the loss of a case that came back is the one after its return', async () => {
  const id = await takeNewCase()
  await assign(id, 'colleague')
  await assign(id, 'owner')
  expect(await readLoss(id)).toRefuse('record/not-found')
  await cases.submit(id)
  expect((await readLoss(id)).body).toMatchObject({ action: 'finalize' })
})
