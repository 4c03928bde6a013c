import { patientPositions } from '@talus/contract'
import type { PatientPosition, Stack, StudyStacks } from '@talus/contract'
import { getOrientationRegion, getPositionRotation, identity } from '@talus/volume'
import type { OrientationOptions, OrientationRegion } from '@talus/volume'

/** Limbs get the words of the body until the words of the standard for them are confirmed. */
function getRegion(stack: Stack, isVeterinary: boolean): OrientationRegion {
  const region = getOrientationRegion(stack, isVeterinary)
  return region === 'human' || region === 'head' ? region : 'body'
}

export const toPatientPosition = (text: string): PatientPosition | undefined =>
  patientPositions.find((position) => position === text)

/** The words of directions of a stack, and the correction of how the animal lay. */
export function getOrientation(
  stack: Stack,
  { correction }: Pick<StudyStacks, 'correction'>,
  isVeterinary: boolean,
): OrientationOptions {
  const declared = toPatientPosition(stack.patientPosition)
  return {
    region: getRegion(stack, isVeterinary),
    correction:
      correction && declared ? getPositionRotation(correction.actual, declared) : identity,
  }
}
