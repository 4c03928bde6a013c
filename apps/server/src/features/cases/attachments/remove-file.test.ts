import { routes } from '@talus/contract'
import type { CaseFileId, CaseId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCaseFixture } from '../../../testing/server/case-fixture.ts'
import type { CaseFixture, CaseUser } from '../../../testing/server/case-fixture.ts'

let cases: CaseFixture
beforeAll(async () => {
  cases = await openCaseFixture()
})
afterAll(() => cases.close())

const { radCase } = routes
const add = async (id: CaseId, name: string) => {
  const files = { files: [new File([name], name)] }
  const form = { fields: {}, files }
  const { body } = await cases.call(
    radCase.addFiles,
    { params: { id }, form },
    cases.token('doctor'),
  )
  const [file] = body
  if (!file) throw new Error('no file')
  return file
}
const remove = (id: CaseFileId, by: CaseUser = 'doctor') =>
  cases.call(radCase.removeFile, { params: { id } }, cases.token(by))
const findPath = async (id: CaseFileId) =>
  (
    await cases.unscopedDb
      .selectFrom('caseFile')
      .select('filePath')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.filePath ?? ''

test('the author removes an attachment of a draft, with its file and a row in the history', async () => {
  const id = await cases.createCase(0)
  const [first, second] = [await add(id, 'first.txt'), await add(id, 'second.txt')]
  expect([first.isRemovable, second.isRemovable]).toEqual([true, true])
  const path = await findPath(first.id)
  expect(await cases.files.stat(path)).toBeDefined()
  await cases.call(
    radCase.createFileTicket,
    { params: { id: first.id } },
    cases.token('clinicAdmin'),
  )
  const reply = await remove(first.id)
  expect(reply.status).toBe(200)
  expect(reply.body.filter(({ imageId }) => imageId === null).map(({ id }) => id)).toEqual([
    second.id,
  ])
  expect(await cases.files.stat(path)).toBeUndefined()
  expect((await cases.listEvents(id)).at(-1)).toMatchObject({
    action: 'removeFile',
    note: 'first.txt',
  })
  expect(await remove(first.id)).toRefuse('record/not-found')
})

test('other users, another clinic and later statuses remove nothing', async () => {
  const id = await cases.createCase(0)
  const file = await add(id, 'kept.txt')
  expect(await remove(file.id, 'clinicAdmin')).toRefuse('case/not-allowed')
  expect(await remove(file.id, 'otherDoctor')).toRefuse('record/not-found')
  expect(await remove(file.id, 'owner')).toRefuse('record/not-found')
  const listed = await cases.call(
    radCase.files,
    { params: { caseId: id } },
    cases.token('clinicAdmin'),
  )
  expect(listed.body.every(({ isRemovable }) => !isRemovable)).toBe(true)
  const image = listed.body.find(({ imageId }) => imageId !== null)
  if (image) expect(await remove(image.id)).toRefuse('case/not-allowed')
  const form = cases.createForm({ id })
  expect((await cases.call(radCase.submit, { form }, cases.token('doctor'))).status).toBe(200)
  expect(await remove(file.id)).toRefuse('case/wrong-status')
  expect(await cases.files.stat(await findPath(file.id))).toBeDefined()
})
