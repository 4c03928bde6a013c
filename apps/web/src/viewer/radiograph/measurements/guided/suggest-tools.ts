import { getHangingRegion } from '@talus/anatomy'
import { advancedDrawingTools } from '@talus/contract'
import type { Image } from '@talus/contract'

type GuidedTool = (typeof advancedDrawingTools)[number]
type Anatomy = Pick<Image, 'bodyPart' | 'bodyPartView'>

const straightViews = new Set(['VD', 'DV'])
const kneeRegions = new Set(['Stifle', 'Back Leg', 'Back Legs'])
const hipRegions = new Set(['Hip', 'Pelvis', 'Back Legs'])
/**
 * There are no reference values for other species. The species is empty until the patient has been
 * loaded; the line must not appear only then, because it would move the images.
 */
const measuredSpecies = new Set(['Canine', 'Feline', ''])

function listTools({ bodyPart, bodyPartView }: Anatomy): readonly GuidedTool[] {
  const region = getHangingRegion(bodyPart)
  const isStraight = straightViews.has(bodyPartView.toUpperCase())
  if (region === 'Chest') return isStraight ? ['vhs'] : ['vhs', 'vlas']
  if (isStraight) return hipRegions.has(region) ? ['norberg', 'distraction'] : []
  return kneeRegions.has(region) ? ['tplo', 'tta'] : []
}

/**
 * The guided measurements that veterinarians make on images like those of the study. They depend on
 * the study and not on the active image, so that the line with them does not come and go.
 */
export function suggestTools(images: readonly Anatomy[], species: string): readonly GuidedTool[] {
  if (!measuredSpecies.has(species)) return []
  const suggested = new Set(images.flatMap(listTools))
  return advancedDrawingTools.filter((tool) => suggested.has(tool))
}
