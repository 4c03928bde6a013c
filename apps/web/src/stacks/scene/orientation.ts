import { patientPositions } from '@talus/contract'
import type { PatientPosition, Stack, StudyStacks } from '@talus/contract'
import { getOrientationRegion, getPositionRotation, identity } from '@talus/volume'
import type { OrientationOptions, OrientationRegion } from '@talus/volume'
import { getPrior } from './prior-stacks.ts'

/** Limbs get the words of the body until the words of the standard for them are confirmed. */
function getRegion(stack: Stack, isVeterinary: boolean): OrientationRegion {
  const region = getOrientationRegion(stack, isVeterinary)
  return region === 'human' || region === 'head' ? region : 'body'
}

export const toPatientPosition = (text: string): PatientPosition | undefined =>
  patientPositions.find((position) => position === text)

/** How the animal of a stack lay, if a user has corrected it. */
export function getCorrection(
  stack: Stack,
  { correction }: Pick<StudyStacks, 'correction'>,
): StudyStacks['correction'] {
  const prior = getPrior(stack)
  return prior ? prior.correction : correction
}

/** The words of directions of a stack, and the correction of how the animal lay. */
export function getOrientation(
  stack: Stack,
  study: Pick<StudyStacks, 'correction'>,
  isVeterinary: boolean,
): OrientationOptions {
  const declared = toPatientPosition(stack.patientPosition)
  const correction = getCorrection(stack, study)
  return {
    region: getRegion(stack, isVeterinary),
    correction:
      correction && declared ? getPositionRotation(correction.actual, declared) : identity,
  }
}
