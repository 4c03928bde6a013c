import type { Stack, StudyId } from '@talus/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setUpImports } from '../../testing/images/import-fixture.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { createSliceFile, getStoredValue } from '../../testing/stacks/slice-files.ts'
import { createStackClient, getStored } from '../../testing/stacks/stack-client.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const imports = setUpImports()
const { send, findImage } = imports
const client = createStackClient(
  {
    get app() {
      return imports.server.app
    },
    get config() {
      return imports.server.config
    },
  },
  () => imports.token,
)

const sliceUid = (study: string, index: number) => toUid(`${study} ct series slice ${index}`)

/** Stores a series of slices and returns its study. */
async function storeSeries(study: string, count: number): Promise<StudyId> {
  for (let index = 0; index < count; index += 1) {
    const { lines } = await send(createSliceFile(index, {}, { study }))
    expect(lines.map(({ outcome }) => outcome)).toEqual(['stored'])
  }
  const image = await findImage(sliceUid(study, 0))
  if (!image) throw new Error('the series was not stored')
  return image.studyId
}

async function readOne(studyId: StudyId): Promise<Stack> {
  const { stacks } = await client.listStacks(studyId)
  expect(stacks).toHaveLength(1)
  const [stack] = stacks
  if (!stack) throw new Error('no stack')
  return stack
}

describe('a series of five slices', () => {
  let studyId: StudyId
  beforeEach(async () => {
    studyId = (await findImage(sliceUid('five', 4)))?.studyId ?? (await storeSeries('five', 5))
  })

  test('is one volume, sorted by the positions of its slices', async () => {
    const listed = await client.listStacks(studyId)
    expect(listed).toMatchObject({ skipped: 0, hasOtherImages: false, correction: null })
    const stack = await readOne(studyId)
    expect(stack).toMatchObject({
      kind: 'volume',
      modality: 'CT',
      unit: 'HU',
      seriesDescription: 'Thorax',
      seriesNumber: 3,
      rows: 8,
      columns: 6,
      spacing: [0.5, 0.5],
      patientPosition: 'HFS',
      storedOffset: 32_768,
    })
    const places = stack.phases[0]?.slices.map(({ position }) => position?.[2])
    expect(places).toEqual([0, 2, 4, 6, 8])
  })

  test('arrives with the stored values, the wanted slice first', async () => {
    const stack = await readOne(studyId)
    const slices = await client.fetchSlices(studyId, stack, 'first=3')
    expect(slices.map(({ index }) => index)).toEqual([3, 4, 2, 1, 0])
    for (const slice of slices)
      expect(getStored(slice, stack, 4, 5)).toBe(getStoredValue(slice.index, 4, 5))
  })

  test('is sent in part if a viewer wants the slices around one', async () => {
    const stack = await readOne(studyId)
    const slices = await client.fetchSlices(studyId, stack, 'first=1&around=1')
    expect(new Set(slices.map(({ index }) => index))).toEqual(new Set([0, 1, 2]))
  })

  test('is not sent again to a browser that has it', async () => {
    const { key } = await readOne(studyId)
    const url = `study/${studyId}/stacks/${key}/slices`
    const { headers, statusCode } = await client.send(url)
    expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'private, no-cache',
      'application/octet-stream',
    ])
    const etag = String(headers['etag'])
    const again = await client.send(url, { 'if-none-match': etag })
    expect([again.statusCode, again.rawPayload.byteLength]).toEqual([304, 0])
    const other = await client.send(`${url}?first=0`, { 'if-none-match': etag })
    expect(other.statusCode).toBe(200)
  })

  test('is not found under another key, in another study or as a phase that it does not have', async () => {
    const { key } = await readOne(studyId)
    const { studyId: otherStudy } = imports.server.first.records
    for (const url of [
      `study/${studyId}/stacks/${'x'.repeat(32)}/slices`,
      `study/${otherStudy}/stacks/${key}/slices`,
      `study/${studyId}/stacks/${key}/slices?phase=1`,
    ])
      expect((await client.send(url)).statusCode).toBe(404)
  })

  test('is unknown to users of another clinic', async () => {
    const { key } = await readOne(studyId)
    const token = await imports.server.createToken(imports.server.second.users.staff.id)
    const other = createStackClient(imports.server, () => token)
    expect((await other.send(`study/${studyId}/stacks`)).statusCode).toBe(404)
    expect((await other.send(`study/${studyId}/stacks/${key}/slices`)).statusCode).toBe(404)
  })
})

test('a slice that is stored later changes the key of its stack', async () => {
  const studyId = await storeSeries('growing', 3)
  const before = await readOne(studyId)
  await send(createSliceFile(3, {}, { study: 'growing' }))
  const after = await readOne(studyId)
  expect(after.phases[0]?.slices).toHaveLength(4)
  expect(after.key).not.toBe(before.key)
  const stale = await client.send(`study/${studyId}/stacks/${before.key}/slices`)
  expect(stale.statusCode).toBe(404)
})

test('rejected slices are left out, and a deleted study is not found', async () => {
  const studyId = await storeSeries('rejected', 4)
  const { unscopedDb } = imports.server
  await unscopedDb
    .updateTable('image')
    .set({ isRejected: true })
    .where('sopInstanceUID', '=', sliceUid('rejected', 1))
    .execute()
  const places = (await readOne(studyId)).phases[0]?.slices.map(({ position }) => position?.[2])
  expect(places).toEqual([0, 4, 6])
  await unscopedDb.updateTable('study').set({ isDeleted: true }).where('id', '=', studyId).execute()
  expect((await client.send(`study/${studyId}/stacks`)).statusCode).toBe(404)
})

test('instances that cannot be shown as slices are skipped and counted', async () => {
  const studyId = await storeSeries('skipping', 3)
  const wide = { BitsAllocated: 32, BitsStored: 32, HighBit: 31 }
  await send(createSliceFile(3, wide, { study: 'skipping' }))
  const listed = await client.listStacks(studyId)
  expect(listed).toMatchObject({ skipped: 1, hasOtherImages: true })
  expect(listed.stacks[0]?.phases[0]?.slices).toHaveLength(3)
})

test('a series of MONOCHROME1 keeps its values and window, and is shown inverted', async () => {
  for (let index = 0; index < 3; index += 1)
    await send(
      createSliceFile(
        index,
        { PhotometricInterpretation: 'MONOCHROME1' },
        { study: 'monochrome1' },
      ),
    )
  const image = await findImage(sliceUid('monochrome1', 0))
  const studyId = image?.studyId ?? expect.fail('not stored')
  const stack = await readOne(studyId)
  expect(stack).toMatchObject({ kind: 'volume', isInverted: true, unit: 'HU' })
  const facts = { slope: 1, intercept: -1024, window: { center: 40, width: 400 }, realWorld: null }
  expect(stack.phases[0]?.slices[0]).toMatchObject(facts)
  for (const slice of await client.fetchSlices(studyId, stack))
    expect(getStored(slice, stack, 4, 5)).toBe(getStoredValue(slice.index, 4, 5))
})

test('images of other modalities stay with the viewer of radiographs', async () => {
  const studyId = await storeSeries('mixed', 3)
  const uids = { StudyInstanceUID: toUid('mixed'), SeriesInstanceUID: toUid('mixed films') }
  await send(createRadiograph('a film of the mixed study', uids))
  const listed = await client.listStacks(studyId)
  expect(listed.stacks).toHaveLength(1)
  expect(listed).toMatchObject({ skipped: 0, hasOtherImages: true })
})

test('a study without slices has no stacks', async () => {
  const listed = await client.listStacks(imports.server.first.records.studyId)
  expect(listed).toMatchObject({ stacks: [], skipped: 0 })
})

test('slices stored by an earlier version, or whose file was replaced, are read from the files', async () => {
  const studyId = await storeSeries('earlier', 3)
  const { unscopedDb } = imports.server
  const before = await readOne(studyId)
  const ids = before.phases[0]?.slices.map(({ imageId }) => imageId) ?? []
  await unscopedDb.deleteFrom('slice').where('imageId', 'in', ids.slice(0, 1)).execute()
  await unscopedDb
    .updateTable('slice')
    .set({ sha256: 'of an earlier file', attributes: null })
    .where('imageId', 'in', ids.slice(1))
    .execute()
  // The stacks of these images are remembered; another image makes the server build them again.
  await send(createSliceFile(3, {}, { study: 'earlier' }))
  const after = await readOne(studyId)
  expect(after.phases[0]?.slices.map(({ position }) => position?.[2])).toEqual([0, 2, 4, 6])
  const rows = await unscopedDb
    .selectFrom('slice')
    .innerJoin('image', 'image.id', 'slice.imageId')
    .select(['slice.sha256', 'image.sha256 as stored'])
    .where('image.studyId', '=', studyId)
    .execute()
  expect(rows.map(({ sha256 }) => sha256)).toEqual(rows.map(({ stored }) => stored))
})

test('a file that is missing is skipped, and its slice is a message without bytes', async () => {
  const studyId = await storeSeries('missing', 4)
  const stack = await readOne(studyId)
  const image = await findImage(sliceUid('missing', 2))
  await imports.server.files.remove(image?.filePath ?? '')
  const slices = await client.fetchSlices(studyId, stack)
  const missing = slices.filter(({ values }) => values === undefined)
  expect(missing.map(({ index }) => index)).toEqual([2])
  expect(slices).toHaveLength(4)
})

test('a file that differs from its recorded hash is never sent', async () => {
  const studyId = await storeSeries('damaged', 3)
  const stack = await readOne(studyId)
  const image = await findImage(sliceUid('damaged', 1))
  const other = createSliceFile(9, {}, { study: 'damaged' })
  await imports.server.files.put(image?.filePath ?? '', other)
  const slices = await client.fetchSlices(studyId, stack)
  const missing = slices.filter(({ values }) => values === undefined)
  expect(missing.map(({ index }) => index)).toEqual([1])
})
