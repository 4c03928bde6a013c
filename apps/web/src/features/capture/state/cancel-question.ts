import type { SensorState } from '../../devices/index.ts'
import { getProcessingStep } from './start-state.ts'

/** The exposure that a cancel would prevent, as far as the page knows it. */
export interface CancelSubject<Target> {
  readonly isLooping: boolean
  /** The annotation that the sensor is armed for; undefined between two exposures. */
  readonly armed: Target | undefined
  readonly sensor: SensorState | undefined
}

/**
 * Whether the question to cancel, asked about one exposure, no longer applies: it was made, the
 * sensor is armed for another one, or nothing is armed any more. The answer would otherwise end the
 * exposure after it.
 */
export function isCancelOver<Target>(
  asked: CancelSubject<Target>,
  now: CancelSubject<Target>,
): boolean {
  if (now.isLooping !== asked.isLooping) return true
  if (!now.isLooping) return now.sensor === 'Ready' && asked.sensor !== 'Ready'
  if (asked.armed !== undefined && now.armed !== asked.armed) return true
  return getProcessingStep(now.sensor) !== undefined && now.sensor !== asked.sensor
}
