import { IconPlus } from '@tabler/icons-react'
import { humanViewNames } from '@talus/anatomy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { useRestoredFocus } from '../../../ui/hooks/use-restored-focus.ts'
import { HumanParts } from './human-parts.tsx'
import type { AnnotationPlan } from './use-annotations.ts'
import type { HumanChoice } from './use-human-choice.ts'
import { Views } from './views.tsx'
import styles from './plan.module.css'

interface HumanPlanProps {
  readonly choice: HumanChoice
  readonly plan: AnnotationPlan
  /** Numbers of images by body part. */
  readonly counts: Readonly<Record<string, number>>
  /** The sensor is armed or being armed. */
  readonly isLooping: boolean
}

/** Selects body part and view of a person; there is no map and no size. */
export function HumanPlan({ choice, plan, counts, isLooping }: HumanPlanProps) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  useRestoredFocus(isAdding)
  const { draft, obstacle } = choice
  const add = async () => {
    if (!draft) return
    setAdding(true)
    await plan.add([draft])
    setAdding(false)
    if (isLooping) choice.showSelected()
  }
  return (
    <>
      <HumanParts choice={choice} counts={counts} />
      <Views choice={choice} names={humanViewNames} />
      <ExplainedButton
        className={styles.add ?? ''}
        leftSection={<Icon icon={IconPlus} size="xl" />}
        variant="default"
        loading={isAdding}
        reason={
          obstacle === 'noPart'
            ? t('capture:human.noPart')
            : obstacle && t(`capture:add.${obstacle}`)
        }
        onClick={() => void add()}
      >
        {t('capture:add.action')}
      </ExplainedButton>
    </>
  )
}
