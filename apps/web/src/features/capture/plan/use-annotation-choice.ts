import { getOfferedViews, isBodyPartOf } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import type { animalSizes, CountedAnnotation, Species } from '@talus/contract'
import { useState } from 'react'
import { getAddObstacle, getAnnotationKey } from './annotations.ts'
import type { PartAndView } from './annotations.ts'
import { useFollowedSelection } from './use-followed-selection.ts'

type Size = (typeof animalSizes)[number]
const defaultSize: Size = 'Medium'

interface ChoiceState {
  readonly part: BodyPart | undefined
  readonly view: View | undefined
  readonly size: Size
}

/**
 * Part, view and size of the annotation that would be added next. Selecting an annotation sets
 * them, and so does arming the sensor for it, so that the map shows its part and view.
 */
export function useAnnotationChoice(
  species: Species,
  annotations: readonly PartAndView[],
  selected: Pick<CountedAnnotation, 'bodyPart' | 'bodyPartView' | 'animalSize'> | undefined,
  isLooping = false,
) {
  const [chosen, setChosen] = useState<ChoiceState>({
    part: undefined,
    view: undefined,
    size: defaultSize,
  })
  const selectedKey = selected && getAnnotationKey(selected, 'General')
  const showSelected = useFollowedSelection(selectedKey, isLooping, () => {
    if (!selected) return
    const part = isBodyPartOf(species, selected.bodyPart) ? selected.bodyPart : undefined
    const view = getOfferedViews(species, part).find((one) => one === selected.bodyPartView)
    setChosen({ part, view, size: selected.animalSize ?? chosen.size })
  })

  const { part, size } = chosen
  const views = getOfferedViews(species, part)
  // Undefined for a selected annotation with an unusual view: no other one is highlighted for it.
  const view = views.find((one) => one === chosen.view)
  const draft = part && view ? { bodyPart: part, bodyPartView: view, animalSize: size } : undefined
  const obstacle = getAddObstacle({
    hasStudy: true,
    draft,
    isSideMissing: part !== undefined && views.length === 0,
    isViewMissing: part !== undefined && view === undefined,
    annotations,
    modality: 'General',
  })
  return {
    species,
    part,
    view,
    views,
    size,
    draft,
    obstacle,
    showSelected,
    setPart: (next: BodyPart) =>
      setChosen((now) => ({
        ...now,
        part: next,
        // A new part gets its usual view; the chosen view is kept only while the part stays the
        // same.
        view: next === now.part ? now.view : getOfferedViews(species, next)[0],
      })),
    setView: (next: View) => setChosen((now) => ({ ...now, view: next })),
    setSize: (next: Size) => setChosen((now) => ({ ...now, size: next })),
  }
}

export type AnnotationChoice = ReturnType<typeof useAnnotationChoice>
