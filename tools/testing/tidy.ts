import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

// The same examples each time: a run tells what a change has broken, not what luck has found.
fc.configureGlobal({ seed: 20_261_116 })

/** The files of a worker share their modules: the clock and the environment of one must not reach the next. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
