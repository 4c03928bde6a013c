import { bodyParts, findHumanPart, isBodyPart, isHumanView, isView } from '@talus/anatomy'
import type { BodyPart, HumanBodyPart, HumanView, View } from '@talus/anatomy'
import type { ClinicType } from '@talus/contract'
import type { ImageSubject } from '@talus/dicom'

interface PartAndView {
  readonly bodyPart: string
  readonly bodyPartView: string
}

/** DICOM has LL for left lateral and RL for right lateral; a lateral without a side has no term. */
const viewPositions: Readonly<Partial<Record<View, string>>> = {
  VD: 'AP',
  DV: 'PA',
  RLAT: 'RL',
  LLAT: 'LL',
}
const laterals: ReadonlySet<View> = new Set(['LAT', 'RLAT', 'LLAT', 'LM', 'ML'] as const)

/**
 * The body map names views as for animals; this translates them into the positions of a standing
 * person.
 */
function toHumanSubject(part: BodyPart, view: View): ImageSubject {
  const { bodyPartExamined, code, laterality } = bodyParts[part]
  return {
    kind: 'human',
    bodyPartExamined,
    region: code,
    viewPosition: viewPositions[view],
    side: laterality === 'to be chosen' ? 'B' : laterality,
    orientation: laterals.has(view) ? ['A', 'F'] : ['L', 'F'],
  }
}

/** A lateral or oblique image has no View Position, because the side of the beam is not entered. */
const humanPositions: Readonly<Partial<Record<HumanView, string>>> = { AP: 'AP', PA: 'PA' }

function toPersonSubject(part: HumanBodyPart, view: HumanView): ImageSubject {
  const { bodyPartExamined, code, side } = part
  return {
    kind: 'human',
    bodyPartExamined,
    region: code,
    viewPosition: humanPositions[view],
    side,
    orientation: view === 'LAT' ? ['A', 'F'] : ['L', 'F'],
  }
}

/** Body part and view in the terms of DICOM; undefined for other text. */
export function toImageSubject(
  { bodyPart, bodyPartView }: PartAndView,
  clinicType: ClinicType,
): ImageSubject | undefined {
  const human = clinicType === 'Human' ? findHumanPart(bodyPart) : undefined
  if (human && isHumanView(bodyPartView)) return toPersonSubject(human, bodyPartView)
  if (!isBodyPart(bodyPart) || !isView(bodyPartView)) return undefined
  return clinicType === 'Human'
    ? toHumanSubject(bodyPart, bodyPartView)
    : { kind: 'animal', part: bodyPart, view: bodyPartView }
}
