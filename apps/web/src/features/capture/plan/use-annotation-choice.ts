import { getOfferedViews, isBodyPartOf } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import type { animalSizes, CountedAnnotation, Species } from '@talus/contract'
import { useState } from 'react'
import { getAddObstacle, getAnnotationKey } from './annotations.ts'
import type { PartAndView } from './annotations.ts'

type Size = (typeof animalSizes)[number]
const defaultSize: Size = 'Medium'

interface ChoiceState {
  readonly part: BodyPart | undefined
  readonly view: View | undefined
  readonly size: Size
  /** Key of the selected annotation that the choice was last set from. */
  readonly shownKey: string | undefined
}

/**
 * Part, view and size of the annotation that would be added next. Selecting an annotation sets
 * them, so that the map shows its part.
 */
export function useAnnotationChoice(
  species: Species,
  annotations: readonly PartAndView[],
  selected: Pick<CountedAnnotation, 'bodyPart' | 'bodyPartView' | 'animalSize'> | undefined,
) {
  const [chosen, setChosen] = useState<ChoiceState>({
    part: undefined,
    view: undefined,
    size: defaultSize,
    shownKey: undefined,
  })
  const selectedKey = selected && getAnnotationKey(selected, 'General')
  if (selected && selectedKey !== chosen.shownKey) {
    const part = isBodyPartOf(species, selected.bodyPart) ? selected.bodyPart : undefined
    const view = getOfferedViews(species, part).find((one) => one === selected.bodyPartView)
    setChosen({
      part,
      view,
      size: selected.animalSize ?? chosen.size,
      shownKey: selectedKey,
    })
  }

  const { part, size } = chosen
  const views = getOfferedViews(species, part)
  const view = views.find((one) => one === chosen.view) ?? (part && views[0])
  const draft = part && view ? { bodyPart: part, bodyPartView: view, animalSize: size } : undefined
  const obstacle = getAddObstacle({
    hasStudy: true,
    draft,
    isSideMissing: part !== undefined && views.length === 0,
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
