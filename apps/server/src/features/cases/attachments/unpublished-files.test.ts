import { setTimeout } from 'node:timers/promises'
import { routes } from '@talus/contract'
import type { CaseFile, CaseFileId, CaseId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testEngine } from '../../../testing/database/test-database.ts'
import { createPictureFile } from '../../../testing/records/reports.ts'
import { caseUsers, openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture, CaseUser } from '../../../testing/server/case-fixture.ts'
import { lockCase } from '../stored/case-state.queries.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { radCase } = routes
const others = caseUsers.filter((name) => name !== 'owner')
const secret = 'Unfinished drawing'

const crop = async (id: CaseId, by: CaseUser = 'owner'): Promise<CaseFile> => {
  const picture = await createPictureFile('png', 60, 40)
  const named = new File([picture], `${secret}.png`, { type: 'image/png' })
  const form = { fields: { caseId: String(id) }, files: { files: [named] } }
  const { status, body } = await cases.call(radCase.cropAndSave, { form }, cases.token(by))
  expect(status).toBe(200)
  const [file] = body
  if (!file) throw new Error('no file')
  return file
}
const attach = async (id: CaseId, name: string, by: CaseUser): Promise<CaseFile> => {
  const form = { fields: {}, files: { files: [new File(['text'], name)] } }
  const { body } = await cases.call(radCase.addFiles, { params: { id }, form }, cases.token(by))
  const [file] = body
  if (!file) throw new Error('no file')
  return file
}
/** Empty for a user who does not reach the case. */
const list = async (caseId: CaseId, by: CaseUser) => {
  const { status, body } = await cases.call(radCase.files, { params: { caseId } }, cases.token(by))
  return status === 200 ? body : []
}
const remove = (id: CaseFileId, by: CaseUser) =>
  cases.call(radCase.removeFile, { params: { id } }, cases.token(by))
const createTicket = (id: CaseFileId, by: CaseUser) =>
  cases.call(radCase.createFileTicket, { params: { id } }, cases.token(by))
const get = async (path: string, by: CaseUser) =>
  (
    await cases.app.inject({
      url: `${cases.config.apiBase}${path}`,
      headers: { authorization: `Bearer ${cases.token(by)}` },
    })
  ).statusCode

/** Everything that a user can read about the case, apart from the content of files. */
async function readAll(id: CaseId, by: CaseUser): Promise<string> {
  const params = { id, caseId: id, studyId: cases.first.records.studyId }
  const replies: unknown[] = []
  for (const route of Object.values(routes.radCase))
    if (route.method === 'GET' && 'response' in route)
      for (const status of 'query' in route ? [1, 2, 3, 4] : [2]) {
        const request = { params, query: { status } }
        const sent = 'query' in route && 'status' in route.query.shape ? request : { params }
        replies.push((await cases.call(route, sent, cases.token(by))).body)
      }
  replies.push((await cases.call(routes.audit.page, {}, cases.token(by))).body)
  return JSON.stringify(replies)
}

test.each([2, 3] as const)(
  'no route shows a file of an unfinished report in status %i to others',
  async (status) => {
    const id = await cases.createCase(status)
    const version = (await cases.findCase(id)).version
    const before = new Map<CaseUser, number>()
    for (const name of others) before.set(name, (await list(id, name)).length)
    const cropped = await crop(id)
    const attached = await attach(id, `${secret}.txt`, 'owner')
    expect([cropped.isUnpublished, attached.isUnpublished]).toEqual([true, true])
    expect(await list(id, 'owner')).toHaveLength(3)
    for (const name of others) {
      expect([name, await readAll(id, name)]).toEqual([name, expect.not.stringContaining(secret)])
      expect([name, (await list(id, name)).length]).toEqual([name, before.get(name)])
      for (const file of [cropped, attached]) {
        const paths = [`radcase/file/${file.id}`, `radcase/file/${file.id}/thumbnail`]
        for (const path of paths) expect([name, path, await get(path, name)]).toContain(404)
        expect(await createTicket(file.id, name)).toRefuse('record/not-found')
        expect((await remove(file.id, name)).status).toBe(404)
      }
    }
    expect(await readAll(id, 'owner')).toContain(secret)
    expect((await createTicket(cropped.id, 'owner')).status).toBe(200)
    // Neither the version nor the history of the case shows that something happened.
    expect((await cases.findCase(id)).version).toBe(version)
    expect((await cases.listEvents(id)).some(({ action }) => action === 'addFiles')).toBe(false)
    const notices = await cases.unscopedDb
      .selectFrom('caseNotice')
      .select('kind')
      .where('caseId', '=', id)
      .execute()
    expect(notices.filter(({ kind }) => kind !== 'submitted')).toEqual([])
  },
)

test('the report publishes the files of its author, with their names in the history', async () => {
  const id = await cases.createCase(2)
  const cropped = await crop(id)
  const own = (await createTicket(cropped.id, 'owner')).body.ticket
  expect((await cases.submit(id)).status).toBe(200)
  const files = await list(id, 'doctor')
  expect(files.find((file) => file.id === cropped.id)).toMatchObject({
    isUnpublished: false,
    isRemovable: false,
    isFromRadiologist: true,
  })
  expect(await get(`radcase/file/${cropped.id}`, 'doctor')).toBe(200)
  expect(await get(`radcase/file/ticket/${own}`, 'doctor')).toBe(200)
  expect((await cases.listEvents(id)).at(-1)).toMatchObject({
    action: 'finalize',
    note: `${secret}.png`,
  })
  expect(await remove(cropped.id, 'owner')).toRefuse('case/wrong-status')
})

test('the radiologist removes an own file of the unfinished report without a trace', async () => {
  const id = await cases.createCase(2)
  const sent = await attach(id, 'sent.txt', 'doctor')
  const cropped = await crop(id)
  expect(cropped.isRemovable).toBe(true)
  const events = (await cases.listEvents(id)).length
  const left = await remove(cropped.id, 'owner')
  expect(left.body.map((file) => file.id)).toContain(sent.id)
  expect(left.body.map((file) => file.id)).not.toContain(cropped.id)
  expect(await cases.listEvents(id)).toHaveLength(events)
  expect(await remove(cropped.id, 'owner')).toRefuse('record/not-found')
  expect(await remove(sent.id, 'owner')).toRefuse('case/not-allowed')
})

test('files stay with their author when another radiologist gets the case', async () => {
  const id = await cases.createCase(2)
  const first = await crop(id)
  const assign = (by: CaseUser, to: CaseUser) =>
    cases.call(
      radCase.assign,
      { params: { id }, body: { radiologistId: cases.ids[to] } },
      cases.token(by),
    )
  expect((await assign('owner', 'colleague')).status).toBe(200)
  expect((await list(id, 'colleague')).map((file) => file.id)).not.toContain(first.id)
  expect(await get(`radcase/file/${first.id}`, 'owner')).toBe(404)
  expect((await assign('colleague', 'owner')).status).toBe(200)
  expect((await list(id, 'owner')).map((file) => file.id)).toContain(first.id)
  await assign('owner', 'colleague')
  expect((await cases.submit(id, 'colleague')).status).toBe(200)
  for (const name of others)
    expect((await list(id, name)).map((file) => file.id)).not.toContain(first.id)
})

/** Whether the files that users have added to a case are hidden from its clinic. */
const listAdded = (id: CaseId) =>
  cases.unscopedDb
    .selectFrom('caseFile')
    .select('isUnpublished')
    .where('caseId', '=', id)
    .where('imageId', 'is', null)
    .execute()

// SQLite has one writing transaction at a time.
test.runIf(testEngine === 'postgres')(
  'a report that is submitted while a file is being added publishes the file',
  async () => {
    const id = await cases.createCase(2)
    const { id: fileId } = await crop(id)
    const radCase = await cases.findCase(id)
    let submitted: ReturnType<typeof cases.submit> | undefined
    await cases.unscopedDb.transaction().execute(async (transaction) => {
      // As `addFiles` does: the row of the file is new, and the case is locked until the end.
      await lockCase(transaction, radCase)
      await transaction.deleteFrom('caseFile').where('id', '=', fileId).execute()
      submitted = cases.submit(id)
      await setTimeout(500)
      const { id: _id, ...row } = await cases.unscopedDb
        .selectFrom('caseFile')
        .selectAll()
        .where('id', '=', fileId)
        .executeTakeFirstOrThrow()
      await transaction.insertInto('caseFile').values(row).execute()
    })
    expect((await submitted)?.status).toBe(200)
    expect(await listAdded(id)).toEqual([{ isUnpublished: false }])
  },
)

test('a file that arrives while the report is submitted is published or refused', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await cases.createCase(2)
    const form = { fields: {}, files: { files: [new File(['text'], 'late.txt')] } }
    const [added] = await Promise.all([
      cases.call(radCase.addFiles, { params: { id }, form }, cases.token('owner')),
      cases.submit(id),
    ])
    expect(await listAdded(id)).toEqual(added.status === 200 ? [{ isUnpublished: false }] : [])
  }
})
