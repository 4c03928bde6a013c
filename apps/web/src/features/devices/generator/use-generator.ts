import { defaultScales } from '@talus/devices'
import type { StudyId } from '@talus/contract'
import { useCallback, useEffect } from 'react'
import { generatorStore } from '../../../api/generator.ts'
import { useStore } from '../../../store.ts'
import { generatorConnection } from './generator-connection.ts'
import { isGeneratorAvailable, isGeneratorConnected, getShownValues } from './generator-state.ts'
import type {
  GeneratorScales,
  GeneratorSetting,
  SteppedValue,
  KnownValues,
} from './generator-state.ts'

export interface GeneratorView {
  /** This computer has no generator: the values are simulated. */
  readonly isDisabled: boolean
  /** Ready for an exposure: switched on, without an error, connected. */
  readonly isAvailable: boolean
  readonly isConnecting: boolean
  readonly isStreamOpen: boolean
  /** The values as shown; those that are unknown are missing. */
  readonly values: KnownValues
  readonly scales: GeneratorScales | undefined
  /** Sets values, which are shown at once and replaced by those that the generator reports. */
  readonly set: (changes: Partial<Record<GeneratorSetting, number>>) => Promise<void>
  readonly step: (key: SteppedValue, direction: 1 | -1) => Promise<void>
}

/**
 * The current state of the generator; connected while the component is mounted, if there is one.
 * Values are set for a study: while another one is armed, the server refuses them.
 */
export function useGenerator(studyId?: StudyId): GeneratorView {
  const isDisabled = useStore(generatorStore) === 'disabled'
  const state = useStore(generatorConnection.store)
  const simulated = useStore(generatorConnection.simulated)
  useEffect(() => (isDisabled ? undefined : generatorConnection.acquire()), [isDisabled])
  const set = useCallback<GeneratorView['set']>(
    (changes) => generatorConnection.set(changes, studyId),
    [studyId],
  )
  const step = useCallback<GeneratorView['step']>(
    (key, direction) => generatorConnection.step(key, direction, studyId),
    [studyId],
  )
  if (isDisabled)
    return {
      isDisabled,
      isAvailable: true,
      isConnecting: false,
      isStreamOpen: false,
      set,
      step,
      values: simulated,
      scales: defaultScales,
    }
  return {
    isDisabled,
    isAvailable: isGeneratorAvailable(state),
    isConnecting: !state.wasAttempted,
    isStreamOpen: isGeneratorConnected(state),
    values: getShownValues(state),
    scales: state.scales,
    set,
    step,
  }
}
