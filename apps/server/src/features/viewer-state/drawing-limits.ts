import { hasDistinctIds, refuse } from '@talus/contract'
import type { Drawing, ViewerState } from '@talus/contract'
import { getMeasuredPoints, getTool, isInsideImage } from '@talus/measurements'
import type { DrawingChange } from './drawing-changes.ts'

interface ImageSize {
  readonly rows: number | null
  readonly columns: number | null
}

/** Whether every step is one of the tool, exists once and has the steps that it depends on. */
function hasValidSteps({ tool, steps }: Drawing): boolean {
  const present = new Set(steps.map(({ step }) => step))
  const definitions = getTool(tool).steps
  return (
    present.size === steps.length &&
    steps.every(({ step }) => definitions[step - 1]?.needs.every((needed) => present.has(needed)))
  )
}

function isOnImage({ steps, plane }: Drawing, { rows, columns }: ImageSize): boolean {
  // The points of a drawing on a plane are millimetres; its image only holds it.
  if (plane || rows === null || columns === null) return true
  return steps.flatMap(getMeasuredPoints).every((point) => isInsideImage(point, { rows, columns }))
}

/**
 * Refuses drawings that no client can draw. Unchanged ones are not checked: an old drawing must not
 * prevent the user from saving new ones.
 */
export function checkDrawings(
  changes: readonly DrawingChange[],
  images: ReadonlyMap<string, ImageSize>,
  toolState: ViewerState['toolState'],
): void {
  for (const [imageId, tools] of Object.entries(toolState))
    if (!hasDistinctIds(tools))
      refuse('request/invalid', { fields: { [`toolState.${imageId}.drawings`]: 'field/invalid' } })
  for (const { imageId, after } of changes) {
    const image = images.get(imageId)
    if (!after || !image) continue
    const field = `toolState.${imageId}.drawings.${after.id}`
    if (!hasValidSteps(after))
      refuse('request/invalid', { fields: { [`${field}.steps`]: 'field/invalid' } })
    if (!isOnImage(after, image))
      refuse('request/invalid', { fields: { [`${field}.handles`]: 'field/invalid' } })
  }
}
