import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stack, StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { createSliceFile, getStoredValue } from '../../../testing/stacks/slice-files.ts'
import { createStackClient, getStored } from '../../../testing/stacks/stack-client.ts'
import { createSpaceCheck, removeOldest } from './kept-budget.ts'
import { keptFolder } from './kept-file.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.createToken(server.first.users.staff.id)
})
afterAll(() => server.close())

const createClient = () => createStackClient(server, () => token)

async function storeStack(study: string, count: number) {
  for (let index = 0; index < count; index += 1)
    await server.app.inject({
      method: 'POST',
      url: `${server.config.apiBase}image/import?name=file`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
      payload: createSliceFile(index, {}, { study }),
    })
  const images = await server.unscopedDb
    .selectFrom('image')
    .select(['studyId', 'sha256', 'filePath'])
    .where('seriesInstanceUID', '=', toUid(`${study} ct series`))
    .execute()
  const studyId: StudyId = images[0]?.studyId ?? expect.fail('no slice was stored')
  const [stack] = (await createClient().listStacks(studyId)).stacks
  return { studyId, stack: stack ?? expect.fail('no stack'), images }
}

const isKept = async ({ sha256 }: { readonly sha256: string }) =>
  (await server.files.stat(`${keptFolder}/${sha256.slice(0, 2)}/${sha256}-1-1.bin`)) !== undefined
const getPath = ({ sha256 }: { readonly sha256: string }) =>
  join(server.folder, 'files', keptFolder, sha256.slice(0, 2), `${sha256}-1-1.bin`)

async function expectAllRight(studyId: StudyId, stack: Stack, count: number) {
  const slices = await createClient().fetchSlices(studyId, stack)
  expect(slices).toHaveLength(count)
  for (const slice of slices)
    expect(getStored(slice, stack, 2, 3)).toBe(getStoredValue(slice.index, 2, 3))
}

test('slices that were sent are kept, and are sent without their files the next time', async () => {
  const { studyId, stack, images } = await storeStack('kept', 4)
  await expectAllRight(studyId, stack, 4)
  for (const image of images) await expect.poll(() => isKept(image)).toBe(true)
  for (const { filePath } of images) await server.files.remove(filePath)
  await expectAllRight(studyId, stack, 4)
})

test('a kept slice that was cut short or changed is packed again and never sent', async () => {
  const { studyId, stack, images } = await storeStack('torn', 4)
  await expectAllRight(studyId, stack, 4)
  for (const image of images) await expect.poll(() => isKept(image)).toBe(true)
  const damages: ((bytes: Buffer) => Uint8Array)[] = [
    (bytes) => bytes.subarray(0, bytes.length - 5),
    () => new Uint8Array(),
    (bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)),
    (bytes) => new Uint8Array(bytes.length),
  ]
  for (const [at, damage] of damages.entries()) {
    const path = getPath(images[at] ?? expect.fail('no image'))
    await writeFile(path, damage(await readFile(path)))
  }
  await expectAllRight(studyId, stack, 4)
})

test('new slices are packed in advance when no more images arrive', { retry: 0 }, async () => {
  const { images } = await storeStack('in advance', 3)
  for (const image of images) await expect.poll(() => isKept(image), { timeout: 30_000 }).toBe(true)
})

test('the oldest kept slices are removed if all of them exceed the budget', async () => {
  const entries = ['c', 'a', 'd', 'b'].map((name) => ({
    key: `${keptFolder}/${name}`,
    byteLength: 100,
    modifiedOn: `2026-01-0${'abcd'.indexOf(name) + 1}T00:00:00.000Z`,
  }))
  const removed: string[] = []
  const files = {
    async *list() {
      yield* entries
    },
    remove: async (key: string) => void removed.push(key),
  }
  await removeOldest(files, 400)
  expect(removed).toEqual([])
  await removeOldest(files, 300)
  expect(removed).toEqual([`${keptFolder}/a`, `${keptFolder}/b`])
})

test('no slice is kept while the disk has little space for images', async () => {
  let free = 2 * 1024 ** 3
  let now = 0
  const hasSpace = createSpaceCheck({ freeBytes: async () => free }, () => now)
  expect(await hasSpace()).toBe(true)
  free = 100 * 1024 ** 2
  expect(await hasSpace()).toBe(true)
  now += 11_000
  expect(await hasSpace()).toBe(false)
})

test('a client that disconnects ends the work for its stream', async () => {
  const { studyId, stack } = await storeStack('leaving', 30)
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const response = await fetch(
    `${address}${server.config.apiBase}study/${studyId}/stacks/${stack.key}/slices`,
    { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal },
  )
  expect(response.status).toBe(200)
  await response.body?.getReader().read()
  leaving.abort()
  // The next stream is not held up by the one that was left.
  await expectAllRight(studyId, stack, 30)
})
