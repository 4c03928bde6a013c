import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReportDocument } from '@talus/report/document'
import { createDraftSaver } from './draft-saver.ts'
import { createReport } from './features/reports/state/report-changes.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const report = (title: string): ReportDocument => {
  const created = createReport('00000000-0000-4000-8000-000000000001', 'en', 'landscape')
  return { ...created, pages: created.pages.map((page) => ({ ...page, title })) }
}
const titleOf = (document: ReportDocument | undefined) => document?.pages[0]?.title

class Conflict extends Error {}

interface Server {
  version: number
  isDown?: boolean
  isChanged?: boolean
  isHanging?: boolean
}

function open(
  server: Server,
  merge?: () => Promise<{ version: number | undefined; content: ReportDocument }>,
) {
  const saved: (string | undefined)[] = []
  const copies: (string | undefined)[] = []
  const saver = createDraftSaver<ReportDocument>({
    version: server.version,
    save: async (version, document) => {
      if (server.isHanging) return new Promise<never>(() => undefined)
      if (server.isDown) throw new Error('down')
      if (server.isChanged || version !== server.version) throw new Conflict()
      server.version += 1
      saved.push(titleOf(document))
      return Promise.resolve(server.version)
    },
    isConflict: (error) => error instanceof Conflict,
    ...(merge && { merge }),
    keepCopy: (document) => copies.push(titleOf(document)),
    throttleMs: 3000,
    retryMs: 5000,
  })
  return { saver, saved, copies }
}

test('typing is saved once every three seconds, with the last text', async () => {
  const { saver, saved } = open({ version: 0 })
  for (const title of ['a', 'ab', 'abc']) {
    saver.change(report(title))
    await vi.advanceTimersByTimeAsync(900)
  }
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(300)
  expect(saved).toEqual(['abc'])
  expect(saver.status.get()).toBe('saved')
})

test('a draft that the server did not take stays in this browser and is saved later', async () => {
  const server = { version: 0, isDown: true }
  const { saver, saved, copies } = open(server)
  saver.change(report('a'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(saver.status.get()).toBe('failed')
  expect(copies.at(-1)).toBe('a')
  server.isDown = false
  await vi.advanceTimersByTimeAsync(5000)
  expect([saved, copies.at(-1), saver.status.get()]).toEqual([['a'], undefined, 'saved'])
})

test.each([{ isDown: true }, { isHanging: true }, { isChanged: true }])(
  'this browser has the text of the last three seconds although the server takes none: %o',
  async (state) => {
    const { saver, copies } = open({ version: 0, ...state })
    for (let second = 1; second <= 20; second++) {
      saver.change(report(String(second)))
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(Number(copies.at(-1))).toBeGreaterThanOrEqual(17)
    expect(saver.failure.get() instanceof Error).toBe(!('isHanging' in state))
  },
)

test('a draft that was changed on another computer is not overwritten without a decision', async () => {
  const server = { version: 3 }
  const { saver, saved } = open(server)
  server.version = 4
  saver.change(report('mine'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(saver.status.get()).toBe('conflict')
  saver.change(report('mine too'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(saved).toEqual([])
  saver.overwrite(4)
  await vi.advanceTimersByTimeAsync(0)
  expect([saved, saver.status.get()]).toEqual([['mine too'], 'saved'])
})

test('a draft that can be merged with that of another computer is saved without a decision', async () => {
  const server = { version: 3 }
  const { saver, saved } = open(server, async () => {
    await Promise.resolve()
    return { version: server.version, content: report('mine and theirs') }
  })
  server.version = 4
  saver.change(report('mine'))
  await saver.flush()
  expect([saved, saver.status.get(), saver.getVersion()]).toEqual([['mine and theirs'], 'saved', 5])
})

test('a merge that fails is repeated, and one that needs a decision waits for it', async () => {
  const server = { version: 3 }
  let merges = 0
  const { saver, saved, copies } = open(server, async () => {
    merges += 1
    await Promise.resolve()
    if (merges === 1) throw new Error('down')
    return { version: undefined, content: report('mine beside theirs') }
  })
  server.version = 4
  saver.change(report('mine'))
  await saver.flush()
  expect(saver.status.get()).toBe('failed')
  await vi.advanceTimersByTimeAsync(5000)
  expect(saver.status.get()).toBe('conflict')
  await vi.advanceTimersByTimeAsync(30_000)
  expect([saved, merges, copies.at(-1)]).toEqual([[], 2, 'mine beside theirs'])
})

test('flushing saves at once, and a stopped saver saves nothing', async () => {
  const { saver, saved } = open({ version: 0 })
  saver.change(report('now'))
  await saver.flush()
  expect(saved).toEqual(['now'])
  saver.stop()
  saver.change(report('later'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saved).toEqual(['now'])
})
