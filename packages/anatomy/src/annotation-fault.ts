import type { Species } from '@talus/contract'
import { isBodyPart, isBodyPartOf } from './body-parts.ts'
import { findHumanPart, isHumanView } from './human.ts'
import type { ProtocolStep } from './protocols.ts'
import { findDentalRegion } from './teeth.ts'
import { isAcceptedView } from './offered-views.ts'
import { isSideMissing } from './sides.ts'
import { isView } from './views.ts'

export interface AnnotationFault {
  readonly field: 'bodyPart' | 'bodyPartView'
  readonly fault: 'field/required' | 'field/invalid' | 'field/side-needed'
}

/** Validates a planned image; if the species is unknown, only the body part is checked. */
export function findAnnotationFault(
  { species, modality }: { readonly species: Species | undefined; readonly modality: string },
  { bodyPart, bodyPartView }: ProtocolStep,
): AnnotationFault | undefined {
  // A dental image is defined by its region alone; the view is ignored.
  if (modality === 'Dental')
    return species !== undefined && findDentalRegion(bodyPart, species)
      ? undefined
      : { field: 'bodyPart', fault: 'field/invalid' }
  // A person has no species.
  if (species === undefined && findHumanPart(bodyPart) && isHumanView(bodyPartView))
    return undefined
  if (!isBodyPart(bodyPart)) return { field: 'bodyPart', fault: 'field/invalid' }
  if (bodyPartView === '') return { field: 'bodyPartView', fault: 'field/required' }
  // An image of one leg that does not say which one could be read as the other.
  if (isView(bodyPartView) && isSideMissing(bodyPart, bodyPartView))
    return { field: 'bodyPart', fault: 'field/side-needed' }
  // Any view is valid for a species or a part that is not on a map.
  if (species === undefined || !isBodyPartOf(species, bodyPart)) return undefined
  return isAcceptedView(species, bodyPart, bodyPartView)
    ? undefined
    : { field: 'bodyPartView', fault: 'field/invalid' }
}
