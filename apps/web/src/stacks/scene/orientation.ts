import { patientPositions } from '@talus/contract'
import type { PatientPosition, Stack, StudyStacks } from '@talus/contract'
import { getPositionRotation, identity } from '@talus/volume'
import type { OrientationOptions, OrientationRegion } from '@talus/volume'

/** Body parts of the head, as files and our own records write them. */
const headParts =
  /head|skull|brain|nas(?:al|e)|jaw|mandib|maxill|tooth|dental|orbit|eye|ear|bulla|tympan|tmj|cr[aâ]n|t[eê]te/iu

function getRegion(
  { bodyPart, anatomicalOrientationType }: Stack,
  isVeterinary: boolean,
): OrientationRegion {
  if (!isVeterinary && anatomicalOrientationType !== 'QUADRUPED') return 'human'
  return headParts.test(bodyPart) ? 'head' : 'body'
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
