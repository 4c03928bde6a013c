import type { Species } from '@talus/contract'
import { bodyParts } from './body-parts.ts'
import type { BodyPart } from './body-parts.ts'
import type { ProtocolStep } from './protocols.ts'
import { dentalRegions } from './teeth.ts'
import { offeredViews, viewsOf } from './views.ts'

const isPart = (name: string): name is BodyPart => Object.hasOwn(bodyParts, name)

export interface AnnotationFault {
  readonly field: 'bodyPart' | 'bodyPartView'
  readonly fault: 'field/required' | 'field/invalid'
}

/** Why no image can be planned like this; of an unknown animal the part alone is looked at. */
export function annotationFault(
  { species, modality }: { readonly species: Species | undefined; readonly modality: string },
  { bodyPart, bodyPartView }: ProtocolStep,
): AnnotationFault | undefined {
  // Teeth are named by their region alone; a view is ignored.
  if (modality === 'Dental')
    return species !== undefined && dentalRegions[species].some(({ name }) => name === bodyPart)
      ? undefined
      : { field: 'bodyPart', fault: 'field/invalid' }
  if (!isPart(bodyPart)) return { field: 'bodyPart', fault: 'field/invalid' }
  if (bodyPartView === '') return { field: 'bodyPartView', fault: 'field/required' }
  // Of an animal, or a part of it, that has no map, nobody can say which views there are.
  if (species === undefined || viewsOf(species, bodyPart).length === 0) return undefined
  return offeredViews(species, bodyPart).some((view) => view === bodyPartView)
    ? undefined
    : { field: 'bodyPartView', fault: 'field/invalid' }
}
