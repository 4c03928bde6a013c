import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { SetUpProgress } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../ui/display/icon.tsx'
import { stepIcons } from './step-icons.ts'
import { getStepPath } from './step-order.ts'
import styles from './set-up.module.css'

const stateIcons = { done: IconCircleCheck, open: IconCircle, skipped: IconCircleDashed } as const

/** All steps with their state, each with the way to it. */
export function StepStateList({ steps }: Pick<SetUpProgress, 'steps'>) {
  const { t } = useTranslation()
  return (
    <ul className={styles.states}>
      {steps.map(({ name, state }) => {
        const title = t(`setUp:name.${name}`)
        const action = state === 'done' ? t('setUp:action.open') : t('setUp:action.start')
        return (
          <li key={name} className={styles.stateRow} data-state={state}>
            <Icon icon={stepIcons[name]} size="lg" className={styles.stepIcon} />
            <span className={styles.stepName}>{title}</span>
            <span className={styles.stateText}>
              <Icon icon={stateIcons[state]} />
              {t(`setUp:state.${state}`)}
            </span>
            <Button
              component={Link}
              to={getStepPath(name)}
              variant={state === 'done' ? 'subtle' : 'default'}
              size="sm"
              aria-label={`${action}: ${title}`}
            >
              {action}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
