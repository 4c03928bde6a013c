import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf, stepName } from './protocol-words.ts'
import { movedStep, withoutStep } from './steps.ts'
import type { Step } from './steps.ts'
import styles from './protocols.module.css'

interface StepListProps {
  readonly steps: readonly Step[]
  readonly onSteps: (steps: readonly Step[]) => void
  readonly isDental: boolean
  readonly fault: string | undefined
}

/** The order in which the images are taken. */
export function StepList({ steps, onSteps, isDental, fault }: StepListProps) {
  const { t, i18n } = useTranslation()
  const language = languageOf(i18n.language)
  const [news, setNews] = useState('')
  const id = useId()
  const move = (place: number, by: 1 | -1, name: string) => {
    onSteps(movedStep(steps, place, by))
    setNews(t('protocols:moved', { name, number: place + by + 1 }))
  }
  return (
    <section className={styles.chosen} aria-labelledby={id}>
      <h3 id={id} className={styles.chosenTitle}>
        {t('protocols:steps')} <span className={styles.count}>{steps.length}</span>
      </h3>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {steps.length === 0 ? (
        <p className={styles.none} data-fault={fault !== undefined || undefined}>
          {isDental ? t('protocols:noTeeth') : t('protocols:noSteps')}
        </p>
      ) : (
        // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- scrolled by keyboard
        <ol className={styles.list} tabIndex={0}>
          {steps.map((step, place) => {
            const name = stepName(step, language)
            return (
              <li key={`${step.bodyPart} ${step.bodyPartView}`} className={styles.step}>
                <span className={styles.number} aria-hidden>
                  {place + 1}
                </span>
                <span className={styles.stepName}>{name}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  disabled={place === 0}
                  aria-label={t('protocols:up', { name })}
                  onClick={() => move(place, -1, name)}
                >
                  <IconChevronUp size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  disabled={place === steps.length - 1}
                  aria-label={t('protocols:down', { name })}
                  onClick={() => move(place, 1, name)}
                >
                  <IconChevronDown size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('protocols:remove', { name })}
                  onClick={() => {
                    onSteps(withoutStep(steps, step))
                    setNews(t('protocols:removed', { name }))
                  }}
                >
                  <IconX size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
