import type { Species } from '@talus/contract'
import { bodyParts } from './body-parts.ts'
import type { BodyPart } from './body-parts.ts'
import type { ProtocolStep } from './protocols.ts'
import { dentalRegions } from './teeth.ts'
import { viewsOf } from './views.ts'

/** CAP-14: these three are offered for every part. */
export const commonViews = ['VD', 'DV', 'LAT'] as const
const isCommon = (view: string) => commonViews.some((common) => common === view)
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
  const views: readonly string[] = species ? viewsOf(species, bodyPart) : []
  return views.length === 0 || views.includes(bodyPartView) || isCommon(bodyPartView)
    ? undefined
    : { field: 'bodyPartView', fault: 'field/invalid' }
}
