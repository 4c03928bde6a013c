import { UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { viewNames } from '@talus/anatomy'
import { animalSizes } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { BodyMap } from '../../../maps/body/body-map.tsx'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { SideChoice } from './side-choice.tsx'
import type { AnnotationChoice } from './use-annotation-choice.ts'
import { Views } from './views.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './plan.module.css'

interface GeneralPlanProps {
  readonly choice: AnnotationChoice
  readonly counts: Readonly<Record<string, number>>
  readonly isAdding: boolean
  readonly onAdd: () => void
}

/** Selects the body part, the view and the size of the patient. */
export function GeneralPlan({ choice, counts, isAdding, onAdd }: GeneralPlanProps) {
  const { t } = useTranslation()
  const { species, size, part } = choice
  return (
    <>
      <div className={styles.sizes} role="group" aria-label={t('capture:size.title')}>
        {animalSizes.map((one) => (
          <UnstyledButton
            key={one}
            className={styles.choice}
            aria-pressed={one === size}
            aria-label={t(`capture:size.${one}`)}
            data-hint={t(`capture:size.${one}`)}
            onClick={() => choice.setSize(one)}
          >
            {t(`capture:size.short.${one}`)}
          </UnstyledButton>
        ))}
      </div>
      <div className={styles.map} data-species={species}>
        <div className={styles.mapBox}>
          <BodyMap
            species={species}
            selected={part ?? null}
            counts={counts}
            onSelect={choice.setPart}
          />
        </div>
      </div>
      {part ? <SideChoice species={species} part={part} onSelect={choice.setPart} /> : null}
      <Views choice={choice} names={viewNames} />
      <ExplainedButton
        className={styles.add ?? ''}
        leftSection={<Icon icon={IconPlus} size="xl" />}
        variant="default"
        loading={isAdding}
        reason={choice.obstacle && t(`capture:add.${choice.obstacle}`)}
        onClick={onAdd}
      >
        {t('capture:add.action')}
      </ExplainedButton>
    </>
  )
}
