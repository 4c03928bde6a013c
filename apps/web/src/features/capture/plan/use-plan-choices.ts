import type { Species } from '@talus/contract'
import type { PartAndView } from './annotations.ts'
import { useAnnotationChoice } from './use-annotation-choice.ts'
import type { AnnotationPlan } from './use-annotations.ts'
import { useHumanChoice } from './use-human-choice.ts'

/** The choices of the next annotation, of an animal and of a person, and the plan they follow. */
export function usePlanChoices(
  plan: AnnotationPlan,
  species: Species | undefined,
  isLooping: boolean,
) {
  const { annotations, selected } = plan
  const choice = useAnnotationChoice(species ?? 'Canine', annotations, selected, isLooping)
  const humanChoice = useHumanChoice(annotations, selected, isLooping)
  const shownPlan: AnnotationPlan = {
    ...plan,
    select: (annotation: PartAndView) => {
      plan.select(annotation)
      // Also if it is selected already: the map may show another one that is being planned.
      choice.showSelected()
      humanChoice.showSelected()
    },
  }
  return { choice, humanChoice, shownPlan }
}
