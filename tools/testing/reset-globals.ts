import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

// A fixed seed: a failure is caused by a change, not by random examples.
fc.configureGlobal({ seed: 20_261_116 })

/**
 * The test files of a worker share their modules: fake timers, stubs and mocks must not reach the
 * next file.
 */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
