import { afterAll, vi } from 'vitest'

/** The files of a worker share their modules: the clock and the environment of one must not reach the next. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
