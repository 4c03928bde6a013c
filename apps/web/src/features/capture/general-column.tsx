import { useState } from 'react'
import { GeneralPlan } from './plan/general-plan.tsx'
import type { Annotations } from './plan/use-annotations.ts'
import type { Choice } from './plan/use-choice.ts'
import { useChoiceKeys } from './use-capture-keys.ts'

interface GeneralColumnProps {
  readonly choice: Choice
  readonly plan: Annotations
  readonly counts: Readonly<Record<string, number>>
}

export function GeneralColumn({ choice, plan, counts }: GeneralColumnProps) {
  const [isAdding, setAdding] = useState(false)
  const add = async () => {
    if (!choice.wanted || isAdding) return
    setAdding(true)
    await plan.add([choice.wanted])
    setAdding(false)
  }
  useChoiceKeys(choice, () => void add())
  return (
    <GeneralPlan choice={choice} counts={counts} isAdding={isAdding} onAdd={() => void add()} />
  )
}
