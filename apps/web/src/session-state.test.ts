import { noFlags } from '@talus/contract'
import type { CaseId, ClinicId, Session, StudyId, UserId } from '@talus/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const clinic = {
  id: 3 as ClinicId,
  name: 'North',
  clinicType: 'Veterinary',
  timeZone: 'UTC',
  aeTitle: 'NORTH',
} as const
const session: unknown = {
  user: { id: 7, username: 'anna', clinicId: 3 },
  permissionProfile: noFlags,
  clinic: null,
  assignedClinicIds: [],
}
const studyId = 5 as StudyId
const caseId = 4 as CaseId

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
  key: (index: number) => [...stored.keys()][index] ?? null,
  get length() {
    return stored.size
  },
}
let requests = 0

beforeAll(() => {
  vi.resetModules()
  const textContent = JSON.stringify({ variant: 'local', basePath: '/', apiBase: '/api/' })
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent }),
    documentElement: { lang: 'en' },
    activeElement: null,
  })
  vi.stubGlobal('HTMLElement', Object)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('history', { state: { key: 'entry' } })
  vi.stubGlobal('fetch', () => {
    requests += 1
    // No request ends during the test, so that pending work is still pending at the sign-out.
    return new Promise<never>(() => {})
  })
})
afterAll(() => {
  // The next test file must not reuse the modules of this one.
  vi.resetModules()
})

/** Uses the state of a module, and returns a function that reads what is left of it. */
type Fixture = () => Promise<() => unknown>

/** By the module that registers the state. What is read after a sign-out must equal `initial`. */
const fixtures: Readonly<Record<string, { readonly use: Fixture; readonly initial: unknown }>> = {
  './browser-storage.ts': {
    initial: ['viewer.7.5'],
    use: async () => {
      const { tabStorage } = await import('./browser-storage.ts')
      for (const key of ['search.study-list', 'registration', 'viewer.7.5'])
        tabStorage.write(key, 'Keller')
      return () => [...stored].filter(([, value]) => value === 'Keller').map(([key]) => key)
    },
  },
  './features/cases/reading/chosen-files.ts': {
    initial: new Map(),
    use: async () => {
      const { chooseFiles, chosenFiles } = await import('./features/cases/reading/chosen-files.ts')
      chooseFiles(caseId, [new File(['text'], 'note.txt')])
      return chosenFiles.get
    },
  },
  './features/cases/shared/text-copy.ts': {
    initial: [],
    use: async () => {
      const { createTextCopy } = await import('./features/cases/shared/text-copy.ts')
      const copy = createTextCopy(7, caseId, 'message', z.string())
      copy.write('Since when?')
      expect(copy.read()).toBe('Since when?')
      return () => {
        // A page that is removed after the sign-out keeps nothing.
        copy.write('Since when?')
        return [...stored.keys()].filter((key) => key.startsWith('case-text.'))
      }
    },
  },
  './features/reports/state/draft-copy.ts': {
    initial: [],
    use: async () => {
      const { createDraftCopy } = await import('./features/reports/state/draft-copy.ts')
      const { createReport } = await import('./features/reports/state/report-changes.ts')
      const copy = createDraftCopy(7, studyId)
      const report = createReport('00000000-0000-4000-8000-000000000001', 'en', 'landscape')
      copy.write(report, 1)
      expect(copy.read()?.document).toEqual(report)
      return () => {
        // The page of the report is removed after the sign-out, and keeps nothing then.
        copy.write(report, 1)
        return [...stored.keys()].filter((key) => key.startsWith('report-draft.'))
      }
    },
  },
  './api/server-contact.ts': {
    initial: [false, 0],
    use: async () => {
      const { contactFailures, serverLost } = await import('./api/server-contact.ts')
      serverLost.set(true)
      contactFailures.set(2)
      return () => [serverLost.get(), contactFailures.get()]
    },
  },
  './api/records/apply-revision.ts': {
    initial: 1,
    use: async () => {
      const { QueryClient } = await import('@tanstack/react-query')
      const { applyRevision } = await import('./api/records/apply-revision.ts')
      const client = new QueryClient()
      const refetch = vi.spyOn(client, 'refetchQueries')
      const apply = () => applyRevision(client, clinic.id, [['studies']], '5')
      await apply()
      refetch.mockClear()
      // A known revision fetches nothing, so a fetch shows that the revision was forgotten.
      return async () => {
        await apply()
        return refetch.mock.calls.length
      }
    },
  },
  './api/generator.ts': {
    initial: 'unknown',
    use: async () => {
      const { generatorStore } = await import('./api/generator.ts')
      generatorStore.set('disabled')
      return generatorStore.get
    },
  },
  './api/selected-clinic.ts': {
    initial: undefined,
    use: async () => {
      const { selectClinic } = await import('./api/selected-clinic.ts')
      selectClinic(clinic)
      return () => stored.get('selected-clinic')
    },
  },
  './api/tab-stream.ts': {
    initial: true,
    use: async () => {
      const { tokenStore } = await import('./api/token.ts')
      const { followTopic } = await import('./api/tab-stream.ts')
      tokenStore.set('token')
      let isEnded = false
      const listener = { onOpen: () => undefined, onText: () => undefined }
      followTopic({ kind: 'generator' }, listener, new AbortController().signal).catch(() => {
        isEnded = true
      })
      return async () => {
        await new Promise((resolve) => setTimeout(resolve))
        return isEnded
      }
    },
  },
  './api/token.ts': {
    initial: [undefined, undefined],
    use: async () => {
      const { storeToken, tokenStore } = await import('./api/token.ts')
      storeToken('secret')
      return () => [tokenStore.get(), stored.get('token')]
    },
  },
  './api/workplace.ts': {
    initial: undefined,
    use: async () => {
      const { setWorkplaceClinic, workplaceStore } = await import('./api/workplace.ts')
      setWorkplaceClinic(clinic.id)
      return () => workplaceStore.get().clinicId
    },
  },
  './app/prefetch-queries.ts': {
    initial: true,
    use: async () => {
      const { prefetchQueries } = await import('./app/prefetch-queries.ts')
      const { queryClient } = await import('./app/query-client.ts')
      prefetchQueries(queryClient, session as Session)
      return () => {
        const before = requests
        prefetchQueries(queryClient, session as Session)
        return requests > before
      }
    },
  },
  './app/query-client.ts': {
    initial: undefined,
    use: async () => {
      const { queryClient } = await import('./app/query-client.ts')
      queryClient.setQueryData(['patients', 'one', 1], { name: 'Rex' })
      return () => queryClient.getQueryData(['patients', 'one', 1])
    },
  },
  './features/devices/generator/generator-connection.ts': {
    initial: [{}, 60],
    use: async () => {
      const { generatorConnection } =
        await import('./features/devices/generator/generator-connection.ts')
      const { generatorStore } = await import('./api/generator.ts')
      generatorStore.set('disabled')
      await generatorConnection.set({ kv: 70 })
      expect(generatorConnection.simulated.get().kv).not.toBe(60)
      generatorStore.set('on')
      void generatorConnection.set({ kv: 80, ma: 50 })
      return () => [generatorConnection.store.get().pending, generatorConnection.simulated.get().kv]
    },
  },
  './features/import-images/import-images.ts': {
    initial: 'idle',
    use: async () => {
      const { importDropped } = await import('./features/import-images/import-images.ts')
      const { importState } = await import('./features/import-images/import-state.ts')
      void importDropped({ entries: [], files: [] }, clinic)
      return () => importState.get().phase
    },
  },
  './features/import-images/import-state.ts': {
    initial: '',
    use: async () => {
      const { importState } = await import('./features/import-images/import-state.ts')
      importState.set((now) => ({ ...now, clinicName: clinic.name }))
      return () => importState.get().clinicName
    },
  },
  './features/settings/bulk-download/bulk-download.store.ts': {
    initial: 'idle',
    use: async () => {
      const { bulkDownload } =
        await import('./features/settings/bulk-download/bulk-download.store.ts')
      void bulkDownload.start({ clinicId: clinic.id, clinicName: clinic.name, type: 'DICOM' })
      expect(bulkDownload.store.get().phase).not.toBe('idle')
      return () => bulkDownload.store.get().phase
    },
  },
  './features/cases/reading/ended-here.ts': {
    initial: 0,
    use: async () => {
      const { casesEndedHere, endHere } = await import('./features/cases/reading/ended-here.ts')
      endHere(caseId)
      return () => casesEndedHere.get().size
    },
  },
  './stacks/scene/scene-storage.ts': {
    initial: 0,
    use: async () => {
      const { createSceneStorage } = await import('./stacks/scene/scene-storage.ts')
      const { createScene } = await import('./stacks/scene/scene.ts')
      const { createStack } = await import('./stacks/testing/stacks.ts')
      const { createStore } = await import('./store.ts')
      const stack = createStack('chest', 2)
      const scene = createStore(createScene(stack))
      createSceneStorage(7 as UserId, studyId).follow(scene, [stack])
      return async () => {
        scene.set((now) => ({ ...now }))
        await new Promise((resolve) => setTimeout(resolve, 300))
        return [...stored.keys()].filter((key) => key.includes('stacks.7')).length
      }
    },
  },
  './stacks/source/started-study.ts': {
    initial: [undefined, 1],
    use: async () => {
      const { startStudy, takeStartedVolume } = await import('./stacks/source/started-study.ts')
      const close = vi.fn<() => void>()
      const client: unknown = { close }
      startStudy(studyId, () => Promise.resolve({ stackKey: '1', client: client as never }))
      await Promise.resolve()
      return () => [takeStartedVolume(studyId), close.mock.calls.length]
    },
  },
  './unsaved-work.ts': {
    initial: [],
    use: async () => {
      const { registerUnsavedWork, saveUnsavedWork } = await import('./unsaved-work.ts')
      registerUnsavedWork({
        getName: () => 'Report about Rex',
        isSaved: () => false,
        save: () => Promise.resolve(),
        stop: () => {},
      })
      expect(await saveUnsavedWork()).toEqual(['Report about Rex'])
      return saveUnsavedWork
    },
  },
  './ui/form/drafts.ts': {
    initial: {},
    use: async () => {
      const { readDraft, storeDraft } = await import('./ui/form/drafts.ts')
      storeDraft('new-owner', { name: 'Keller' })
      return () => readDraft('new-owner')
    },
  },
  './ui/modals/modal-store.ts': {
    initial: [],
    use: async () => {
      const { modals, openModal } = await import('./ui/modals/modal-store.ts')
      openModal({ title: 'Rex', body: null })
      return modals.store.get
    },
  },
  './ui/toasts/toast-store.ts': {
    initial: [],
    use: async () => {
      const { notices } = await import('./ui/toasts/toast-store.ts')
      notices.add('done', 'Rex has been saved.', new Date())
      return () => notices.store.get().history
    },
  },
  './viewer/radiograph/source/pixel-memory.ts': {
    initial: undefined,
    use: async () => {
      const { getPixelTag, keepPixels, takePixels } =
        await import('./viewer/radiograph/source/pixel-memory.ts')
      keepPixels('1.1', '"tag"', new ArrayBuffer(8))
      return () => getPixelTag('1.1') ?? takePixels('1.1')
    },
  },
  './viewer/radiograph/source/study-state-api.ts': {
    initial: true,
    use: async () => {
      const { createStudyStateApi, startLoadingState } =
        await import('./viewer/radiograph/source/study-state-api.ts')
      startLoadingState(studyId)
      await Promise.resolve()
      return async () => {
        const before = requests
        void createStudyStateApi(studyId).load()
        await new Promise((resolve) => setTimeout(resolve, 1))
        return requests > before
      }
    },
  },
}

test('every module that registers state to reset has a fixture here', () => {
  const registering = Object.entries(sources)
    .filter(([path]) => path !== './session-state.ts')
    .filter(([, text]) => /^onSignOut\(|^(?:export )?const .*= createSessionStore/mu.test(text))
  expect(Object.keys(fixtures).toSorted()).toEqual(registering.map(([path]) => path).toSorted())
})

test.each(Object.entries(fixtures))('a sign-out resets the state of %s', async (_path, fixture) => {
  const { resetSessionState } = await import('./session-state.ts')
  const { use, initial } = fixture
  const read = await use()
  resetSessionState('signed-out')
  expect(await read()).toEqual(initial)
})

test('an expired session removes search texts, and keeps the place where the user was', async () => {
  const { resetSessionState } = await import('./session-state.ts')
  const { tabStorage } = await import('./browser-storage.ts')
  for (const key of ['search.study-list', 'return-to']) tabStorage.write(key, 'value')
  resetSessionState('expired')
  expect(['search.study-list', 'return-to'].map(tabStorage.read)).toEqual([undefined, 'value'])
})

test('an expired session keeps the drafts for the same user', async () => {
  const { resetSessionState } = await import('./session-state.ts')
  const { readDraft, storeDraft } = await import('./ui/form/drafts.ts')
  storeDraft('new-owner', { name: 'Keller' })
  resetSessionState('expired')
  expect(readDraft('new-owner')).toEqual({ name: 'Keller' })
})

test('a reset that fails does not prevent the others', async () => {
  const { onSignOut, resetSessionState } = await import('./session-state.ts')
  const later = vi.fn<() => void>()
  let isBroken = true
  onSignOut(() => {
    if (isBroken) throw new Error('broken')
  })
  onSignOut(later)
  expect(() => resetSessionState('signed-out')).toThrow('The sign-out left data behind.')
  expect(later).toHaveBeenCalledOnce()
  isBroken = false
})
