import { routes } from '@talus/contract/routes'
import { createSessionStore } from '../session-state.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { isLocal } from './page-settings.ts'

/** Disabled: this computer has no generator, so no exposure waits for it. */
export type GeneratorPowerState = 'unknown' | 'on' | 'disabled'
export const generatorStore = createSessionStore<GeneratorPowerState>('unknown')

export const isNoGenerator = (error: unknown) => error instanceof ApiError && error.status === 501

/** Never throws: a server without a generator responds with 501, and exposures work without it. */
export async function switchGeneratorOn(): Promise<void> {
  if (!isLocal) return
  await call(routes.generator.power, { body: { value: 1 } }, { isQuiet: true }).then(
    () => generatorStore.set('on'),
    (error: unknown) => {
      if (isNoGenerator(error)) generatorStore.set('disabled')
    },
  )
}

/** Never throws: the generator stays on while another session needs it. */
export async function switchGeneratorOff(signal: AbortSignal) {
  if (!isLocal || generatorStore.get() === 'disabled') return
  await call(routes.generator.power, { body: { value: 0 } }, { isQuiet: true, signal }).catch(
    () => undefined,
  )
  generatorStore.set('unknown')
}

/** This session no longer needs the generator of its X-ray room; it may get that of another one. */
export function releaseGenerator() {
  if (!isLocal || generatorStore.get() === 'unknown') return
  if (generatorStore.get() === 'on')
    call(routes.generator.power, { body: { value: 0 } }, { isQuiet: true }).catch(() => undefined)
  generatorStore.set('unknown')
}
