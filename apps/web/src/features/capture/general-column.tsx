import { useState } from 'react'
import { GeneralPlan } from './plan/general-plan.tsx'
import type { AnnotationPlan } from './plan/use-annotations.ts'
import type { AnnotationChoice } from './plan/use-annotation-choice.ts'
import { useAnnotationChoiceKeys } from './use-capture-keys.ts'

interface GeneralColumnProps {
  readonly choice: AnnotationChoice
  readonly plan: AnnotationPlan
  readonly counts: Readonly<Record<string, number>>
}

export function GeneralColumn({ choice, plan, counts }: GeneralColumnProps) {
  const [isAdding, setAdding] = useState(false)
  const add = async () => {
    if (!choice.draft || isAdding) return
    setAdding(true)
    await plan.add([choice.draft])
    setAdding(false)
  }
  useAnnotationChoiceKeys(choice, () => void add())
  return (
    <GeneralPlan choice={choice} counts={counts} isAdding={isAdding} onAdd={() => void add()} />
  )
}
