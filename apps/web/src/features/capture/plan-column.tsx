import { IconDental, IconPaw } from '@tabler/icons-react'
import type { Species } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/display/icon.tsx'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { getAnnotationKey } from './plan/annotations.ts'
import type { CaptureModality } from './plan/annotations.ts'
import { DentalPlan } from './plan/dental-plan.tsx'
import { GeneralPlan } from './plan/general-plan.tsx'
import { HumanPlan } from './plan/human-plan.tsx'
import type { AnnotationPlan } from './plan/use-annotations.ts'
import type { AnnotationChoice } from './plan/use-annotation-choice.ts'
import type { HumanChoice } from './plan/use-human-choice.ts'
import { useRestoredFocus } from '../../ui/hooks/use-restored-focus.ts'
import { useAnnotationChoiceKeys } from './use-capture-keys.ts'

interface PlanColumnProps {
  readonly modality: CaptureModality
  readonly species: Species | undefined
  /** The clinic is for people, who have no species. */
  readonly isHuman: boolean
  readonly choice: AnnotationChoice
  readonly humanChoice: HumanChoice
  readonly plan: AnnotationPlan
  readonly counts: Readonly<Record<string, number>>
  /** The sensor is armed or being armed. */
  readonly isLooping: boolean
}

/** The choice of the next images: a body map, or a map of the teeth. */
export function PlanColumn(props: PlanColumnProps) {
  const { modality, species, isHuman, choice, humanChoice, plan, counts, isLooping } = props
  const { t } = useTranslation()
  if (isHuman && modality === 'General')
    return <HumanPlan choice={humanChoice} plan={plan} counts={counts} isLooping={isLooping} />
  if (species === undefined)
    return (
      <StatePanel
        icon={<Icon icon={modality === 'Dental' ? IconDental : IconPaw} size="3xl" />}
        title={modality === 'Dental' ? t('capture:teeth.noDictionary') : t('capture:list.empty')}
        text={t('capture:study.noSpecies')}
        isCompact
      />
    )
  return modality === 'Dental' ? (
    <DentalPlan species={species} plan={plan} counts={counts} />
  ) : (
    <GeneralColumn choice={choice} plan={plan} counts={counts} isLooping={isLooping} />
  )
}

type GeneralColumnProps = Pick<PlanColumnProps, 'choice' | 'plan' | 'counts' | 'isLooping'>

function GeneralColumn({ choice, plan, counts, isLooping }: GeneralColumnProps) {
  const [isAdding, setAdding] = useState(false)
  useRestoredFocus(isAdding)
  const add = async () => {
    if (!choice.draft || isAdding) return
    setAdding(true)
    await plan.add([choice.draft])
    setAdding(false)
    if (isLooping) choice.showSelected()
  }
  const { selected } = plan
  const isOfSelected =
    selected !== undefined &&
    choice.draft !== undefined &&
    getAnnotationKey(choice.draft, 'General') === getAnnotationKey(selected, 'General')
  const resizable = {
    ...choice,
    setSize: (size: AnnotationChoice['size']) => {
      choice.setSize(size)
      // The map shows the selected annotation, so its size is meant; otherwise that of the next one.
      if (isOfSelected) plan.resize(selected, size)
    },
  }
  useAnnotationChoiceKeys(resizable, () => void add(), isLooping)
  return (
    <GeneralPlan choice={resizable} counts={counts} isAdding={isAdding} onAdd={() => void add()} />
  )
}
