import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
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
  // A step that moves or goes takes the focus along, which whoever works by keyboard has on it.
  const box = useRef<HTMLElement>(null)
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = undefined
  })
  const move = (place: number, by: 1 | -1, name: string) => {
    if (movedStep(steps, place, by) === steps) return
    onSteps(movedStep(steps, place, by))
    setNews(t('protocols:moved', { name, number: place + by + 1 }))
    wanted.current = `li:nth-child(${place + by + 1}) [data-move="${by}"]`
  }
  const remove = (step: Step, name: string) => {
    onSteps(withoutStep(steps, step))
    setNews(t('protocols:removed', { name }))
    wanted.current = 'ol'
  }
  return (
    <section ref={box} className={styles.chosen} aria-labelledby={id}>
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
                  data-move={-1}
                  aria-disabled={place === 0}
                  aria-label={t('protocols:up', { name })}
                  onClick={() => move(place, -1, name)}
                >
                  <IconChevronUp size={18} stroke={1.5} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  data-move={1}
                  aria-disabled={place === steps.length - 1}
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
                  onClick={() => remove(step, name)}
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
