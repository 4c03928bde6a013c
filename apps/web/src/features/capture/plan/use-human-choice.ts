import { findHumanPart, humanViews, isHumanView } from '@talus/anatomy'
import type { HumanBodyPart, HumanView } from '@talus/anatomy'
import { useState } from 'react'
import { getAddObstacle, getAnnotationKey } from './annotations.ts'
import type { PartAndView } from './annotations.ts'
import { useFollowedSelection } from './use-followed-selection.ts'

interface HumanChoiceState {
  readonly part: HumanBodyPart | undefined
  readonly view: HumanView | undefined
}

const getUsualView = ({ name }: HumanBodyPart): HumanView => (name === 'Chest' ? 'PA' : 'AP')

/**
 * Part and view of the annotation of a person that would be added next. Selecting an annotation
 * sets them, and so does arming the sensor for it.
 */
export function useHumanChoice(
  annotations: readonly PartAndView[],
  selected: PartAndView | undefined,
  isLooping = false,
) {
  const [{ part, view }, setChosen] = useState<HumanChoiceState>({ part: undefined, view: 'AP' })
  const selectedKey = selected && getAnnotationKey(selected, 'General')
  const showSelected = useFollowedSelection(selectedKey, isLooping, () => {
    if (!selected) return
    const shownView = selected.bodyPartView.toUpperCase()
    setChosen({
      part: findHumanPart(selected.bodyPart),
      view: isHumanView(shownView) ? shownView : undefined,
    })
  })
  const draft =
    part && view ? { bodyPart: part.name, bodyPartView: view, animalSize: null } : undefined
  const isViewMissing = part !== undefined && view === undefined
  return {
    part,
    view,
    views: humanViews,
    draft,
    obstacle: getAddObstacle({
      hasStudy: true,
      draft,
      isViewMissing,
      annotations,
      modality: 'General',
    }),
    showSelected,
    setPart: (next: HumanBodyPart) => setChosen({ part: next, view: getUsualView(next) }),
    setView: (next: HumanView) => setChosen((now) => ({ ...now, view: next })),
  }
}

export type HumanChoice = ReturnType<typeof useHumanChoice>
