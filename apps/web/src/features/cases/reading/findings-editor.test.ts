import { CaseId } from '@talus/contract'
import type { CaseFindings, CaseFindingsDraft } from '@talus/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const caseId = CaseId.parse(5)
const userId = 7
const write = (findings: string): CaseFindings => ({
  findings,
  interpretation: '',
  internalMedicineRecommandations: '',
  signature: '',
})
const onServer: CaseFindingsDraft = {
  ...write('There.'),
  version: 3,
  savedOn: '2026-11-16T09:00:00.000Z',
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const textContent = JSON.stringify({ variant: 'local', basePath: '/', apiBase: '/api/' })
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent }),
    documentElement: { lang: 'en' },
  })
  vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) =>
    Promise.resolve(
      method === 'GET'
        ? Response.json(onServer)
        : Response.json({ code: 'case/draft-changed', message: 'changed' }, { status: 409 }),
    ),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  // The next test file must not reuse the modules of this one.
  vi.resetModules()
})

test('after a reload the author is asked about a field of two computers at once, without typing', async () => {
  const { createFindingsCopy } = await import('./findings-copy.ts')
  const { createFindingsEditor } = await import('./findings-editor.ts')
  createFindingsCopy(userId, caseId).write(write('Here.'), 2, write(''))
  const editor = createFindingsEditor(caseId, userId, onServer, '')
  const close = editor.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(editor.conflict.get()).toMatchObject({ fields: ['findings'], version: 3 })
  expect(editor.texts.get().findings).toBe('Here.')
  expect(editor.saver.status.get()).toBe('conflict')
  close()
})
