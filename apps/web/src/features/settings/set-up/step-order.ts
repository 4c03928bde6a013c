import { firstSetUpSteps } from '@talus/contract'
import type { SetUpProgress, SetUpStep } from '@talus/contract'

type Steps = SetUpProgress['steps']

/** Whether a step comes after the first sign-in. */
export const isStepOfSignedIn = (name: SetUpStep): boolean =>
  !firstSetUpSteps.some((first) => first === name)

/** The steps before and after this one; none before the first and after the last one. */
export function findNeighbours(steps: Steps, name: SetUpStep) {
  const names = steps.map((step) => step.name).filter(isStepOfSignedIn)
  const index = names.indexOf(name)
  return { previous: names[index - 1], next: names[index + 1] }
}

/** The step to continue with: the first open one, else the first skipped one. */
export const findNextStep = (steps: Steps): SetUpStep | undefined =>
  (steps.find(({ state }) => state === 'open') ?? steps.find(({ state }) => state === 'skipped'))
    ?.name

export const countDone = (steps: Steps): number =>
  steps.filter(({ state }) => state === 'done').length

/** The page on which a step is carried out again: those before the sign-in have their sections. */
export function getStepPath(name: SetUpStep): string {
  if (name === 'language') return '/settings/preferences'
  if (name === 'clinic') return '/settings/clinic'
  if (name === 'administrator') return '/settings/users'
  return `/setup/${name}`
}
