import { getTimeLimit, transition } from '@talus/devices'
import type { Effect, Exposure, ExposureEvent, ExposureLimits, Timing } from '@talus/devices'

interface ExposureHooks<Context> {
  /** Called before the effects of the transition. */
  readonly onState: (after: Exposure['state'], before: Exposure['state']) => void
  readonly perform: (effect: Effect, context: Context | undefined) => void
  readonly onChange: () => void
}

/**
 * The step that a time limit applies to: repeated cancel requests in the same step must not restart
 * the timer.
 */
const getStep = (exposure: Exposure): string =>
  exposure.state === 'LoadingImage'
    ? `${exposure.state} ${exposure.reads} ${exposure.hasFrame}`
    : exposure.state

/** The current state of an exposure, its transitions, and the time limit of each step. */
export function createExposureMachine<Context>(
  initial: Exposure,
  { timing, limits }: { readonly timing: Timing; readonly limits: ExposureLimits },
  hooks: ExposureHooks<Context>,
) {
  let exposure = initial
  let cancelTimer: () => void = () => undefined

  function dispatch(event: ExposureEvent, context?: Context): readonly Effect[] {
    const before = exposure
    const { exposure: after, effects } = transition(before, event)
    exposure = after
    if (after.state !== before.state) hooks.onState(after.state, before.state)
    if (getStep(after) !== getStep(before)) restartTimer()
    for (const effect of effects) hooks.perform(effect, context)
    if (after !== before) hooks.onChange()
    return effects
  }

  function restartTimer() {
    cancelTimer()
    const limit = getTimeLimit(exposure, limits)
    cancelTimer =
      limit === undefined
        ? () => undefined
        : timing.after(limit, () => void dispatch({ type: 'overdue' }))
  }

  return { now: () => exposure, dispatch, stop: () => cancelTimer() }
}
