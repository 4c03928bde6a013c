import type { Species } from '@talus/contract'
import { useState } from 'react'
import { GeneralPlan } from './plan/general-plan.tsx'
import type { Annotations } from './plan/use-annotations.ts'
import { useChoice } from './plan/use-choice.ts'
import { useChoiceKeys } from './use-capture-keys.ts'

interface GeneralColumnProps {
  readonly species: Species
  readonly plan: Annotations
  readonly counts: Readonly<Record<string, number>>
}

export function GeneralColumn({ species, plan, counts }: GeneralColumnProps) {
  const choice = useChoice(species, plan.annotations, plan.selected)
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
