import type { ImageId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toUid } from '../../testing/dicom/dicom-objects.ts'
import { openCaseFixture } from '../../testing/server/case-fixture.ts'
import type { CaseFixture } from '../../testing/server/case-fixture.ts'
import { createSliceFile } from '../../testing/stacks/slice-files.ts'
import { createStackClient } from '../../testing/stacks/stack-client.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: CaseFixture
let studyId: StudyId
let imageIds: readonly ImageId[]

beforeAll(async () => {
  server = await openCaseFixture()
  for (let index = 0; index < 6; index += 1)
    await server.app.inject({
      method: 'POST',
      url: `${server.config.apiBase}image/import?name=file`,
      headers: {
        authorization: `Bearer ${server.token('clinicAdmin')}`,
        'content-type': 'application/dicom',
      },
      payload: createSliceFile(index),
    })
  const images = await server.unscopedDb
    .selectFrom('image')
    .select(['id', 'studyId'])
    .where('seriesInstanceUID', '=', toUid('ct study ct series'))
    .orderBy('id')
    .execute()
  imageIds = images.map(({ id }) => id)
  studyId = images[0]?.studyId ?? expect.fail('no slice was stored')
})
afterAll(() => server.close())

test('a radiologist gets the slices that were attached to their case, and no others', async () => {
  const radiologist = createStackClient(server, () => server.token('owner'))
  const clinic = createStackClient(server, () => server.token('doctor'))
  const [whole] = (await clinic.listStacks(studyId)).stacks
  if (!whole) return expect.fail('the clinic has no stack')
  const findAsRadiologist = () => radiologist.send(`study/${studyId}/stacks`)
  expect((await findAsRadiologist()).statusCode).toBe(404)

  const caseId = await server.createCase(2)
  const { clinicId } = await server.findCase(caseId)
  const attached = imageIds.slice(0, 4)
  for (const imageId of attached) {
    const file = { caseId, clinicId, imageId, createdOn: server.clock().toISOString() }
    const template = await server.unscopedDb
      .selectFrom('caseFile')
      .selectAll()
      .where('caseId', '=', caseId)
      .executeTakeFirstOrThrow()
    const { id: _, ...copied } = template
    await server.unscopedDb
      .insertInto('caseFile')
      .values({ ...copied, ...file })
      .execute()
  }
  const [part] = (await radiologist.listStacks(studyId)).stacks
  if (!part) return expect.fail('the radiologist has no stack')
  const ids = part.phases[0]?.slices.map(({ imageId }) => imageId) ?? []
  expect(new Set(ids)).toEqual(new Set(attached))
  expect(part.key).not.toBe(whole.key)
  const slices = await radiologist.fetchSlices(studyId, part)
  expect(slices.filter(({ values }) => values !== undefined)).toHaveLength(4)
  const stolen = await radiologist.send(`study/${studyId}/stacks/${whole.key}/slices`)
  expect(stolen.statusCode).toBe(404)
})
