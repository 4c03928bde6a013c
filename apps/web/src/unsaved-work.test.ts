import { expect, test, vi } from 'vitest'
import { resetSessionState } from './session-state.ts'
import { registerUnsavedWork, saveUnsavedWork } from './unsaved-work.ts'

function createWork(name: string, save: () => Promise<boolean>) {
  let isSaved = false
  return {
    getName: () => name,
    isSaved: () => isSaved,
    save: async () => {
      isSaved = await save()
    },
    stop: vi.fn<() => void>(),
  }
}

test('open work is saved before the sign-out, and the rest is named', async () => {
  const removals = [
    createWork('Report about Rex', () => Promise.resolve(true)),
    createWork('Report about Milo', () => Promise.resolve(false)),
    createWork('Report about Luna', () => Promise.reject(new Error('offline'))),
  ].map(registerUnsavedWork)
  expect(await saveUnsavedWork()).toEqual(['Report about Milo', 'Report about Luna'])
  for (const remove of removals) remove()
  expect(await saveUnsavedWork()).toEqual([])
})

test('a server that does not answer does not hold up the sign-out', async () => {
  const remove = registerUnsavedWork(createWork('Report', () => new Promise<never>(() => {})))
  expect(await saveUnsavedWork(5)).toEqual(['Report'])
  remove()
})

test('the end of the session stops open work, so that nothing is saved as the next user', async () => {
  const work = createWork('Report', () => Promise.resolve(false))
  registerUnsavedWork(work)
  resetSessionState('expired')
  expect(work.stop).toHaveBeenCalledExactlyOnceWith('expired')
  expect(await saveUnsavedWork()).toEqual([])
})
