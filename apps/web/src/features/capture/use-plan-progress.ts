import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, Species } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { playSound } from '../../ui/sounds/sounds.ts'
import { findNextAnnotation, getAnnotationKey, isSideOpen } from './plan/annotations.ts'
import type { CaptureModality } from './plan/annotations.ts'
import type { useAnnotations } from './plan/use-annotations.ts'
import type { PlanProgress } from './plan-progress.ts'
import type { Target } from './use-capture.ts'

export const toTarget = ({ bodyPart, bodyPartView, animalSize }: Target): Target => ({
  bodyPart,
  bodyPartView,
  animalSize,
})

/** Selects the next view of the plan after an image of the loop, and announces it. */
export function usePlanProgress(
  plan: ReturnType<typeof useAnnotations>,
  modality: CaptureModality,
  /** Undefined for a person, whose views have no side of their own. */
  species: Species | undefined,
) {
  const { i18n } = useTranslation()
  /** The next view of the plan, or that none is left. */
  const [progress, setProgress] = useState<PlanProgress>()
  const getNextTarget = (image: Image): Target | undefined => {
    const { selected } = plan
    const target = selected && toTarget(selected)
    // A target that the user has selected meanwhile stays.
    if (!selected || getAnnotationKey(selected, modality) !== getAnnotationKey(image, modality))
      return target
    // The server refuses to arm for an animal's view whose side is not stated.
    const ready = species
      ? plan.annotations.filter((one) => one.images > 0 || !isSideOpen(one))
      : plan.annotations
    const next = findNextAnnotation(ready, image, modality)
    if (next === undefined) return target
    if (next === 'done') {
      if (progress?.type !== 'done') playSound('planDone')
      setProgress({ type: 'done' })
      return target
    }
    plan.select(next)
    playSound('next')
    const name = formatImageAnatomy(next, toLanguage(i18n.language))
    setProgress({ type: 'next', key: getAnnotationKey(next, modality), name })
    return toTarget(next)
  }
  return { progress, getNextTarget }
}
