import type { StudyId, StudyStacks } from '@talus/contract'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const requested: string[] = []
const signal = new AbortController().signal

async function loadInPage() {
  vi.resetModules()
  requested.length = 0
  const textContent = JSON.stringify({ variant: 'local', basePath: '/', apiBase: '/api/' })
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent }),
    documentElement: { lang: 'en' },
  })
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    return Response.json({ stacks: [] })
  })
  return import('./started-study.ts')
}

let page: Awaited<ReturnType<typeof loadInPage>>
beforeEach(async () => {
  vi.useRealTimers()
  page = await loadInPage()
})
afterAll(() => {
  // The next test file must not reuse the modules of this one.
  vi.resetModules()
})

/** A volume that only knows whether it was closed. */
function createVolume() {
  const close = vi.fn<() => void>()
  const open = async (_stacks: Promise<StudyStacks>) =>
    ({ stackKey: 'chest', client: { close } }) as unknown as NonNullable<
      ReturnType<typeof page.takeStartedVolume>
    >
  return { close, open }
}
const [one, other] = [1 as StudyId, 2 as StudyId]

test('the viewer takes the study and the volume that were requested at the click, once', async () => {
  const { open, close } = createVolume()
  page.startStudy(one, open)
  await page.loadStacks(one, signal)
  expect(requested).toHaveLength(1)
  expect(page.takeStartedVolume(one)?.stackKey).toBe('chest')
  expect(page.takeStartedVolume(one)).toBeUndefined()
  await page.loadStacks(one, signal)
  expect(requested).toHaveLength(2)
  // The viewer closes it from now on.
  expect(close).not.toHaveBeenCalled()
})

test('another study gets nothing of it, and ends its worker', async () => {
  const { open, close } = createVolume()
  page.startStudy(one, open)
  await page.loadStacks(other, signal)
  expect(requested).toHaveLength(2)
  expect(page.takeStartedVolume(other)).toBeUndefined()
  expect(close).toHaveBeenCalledOnce()
})

test('a study that no viewer takes is discarded after some seconds', async () => {
  vi.useFakeTimers()
  const { open, close } = createVolume()
  page.startStudy(one, open)
  await vi.advanceTimersByTimeAsync(6000)
  expect(close).toHaveBeenCalledOnce()
  expect(page.takeStartedVolume(one)).toBeUndefined()
})

test('a volume that opens after its study was discarded is closed', async () => {
  const { open, close } = createVolume()
  const opened = Promise.withResolvers<undefined>()
  page.startStudy(one, async (stacks) => {
    await opened.promise
    return open(stacks)
  })
  page.startStudy(other, createVolume().open)
  opened.resolve(undefined)
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
})
