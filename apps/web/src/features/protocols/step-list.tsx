import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { formatStep } from './protocol-labels.ts'
import { moveStep, removeStep } from './steps.ts'
import type { Step } from './steps.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './protocols.module.css'

interface StepListProps {
  readonly steps: readonly Step[]
  readonly onSteps: (steps: readonly Step[]) => void
  readonly isDental: boolean
  readonly fault: string | undefined
}

/** Lists the steps in the order in which the images are captured. */
export function StepList({ steps, onSteps, isDental, fault }: StepListProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const [announcement, setAnnouncement] = useState('')
  const id = useId()
  // Keeps the keyboard focus when a step is moved or removed.
  const box = useRef<HTMLElement>(null)
  const focusSelector = useRef<string>(undefined)
  useEffect(() => {
    if (focusSelector.current === undefined) return
    box.current?.querySelector<HTMLElement>(focusSelector.current)?.focus()
    focusSelector.current = undefined
  })
  const move = (index: number, by: 1 | -1, name: string) => {
    if (moveStep(steps, index, by) === steps) return
    onSteps(moveStep(steps, index, by))
    setAnnouncement(t('protocols:moved', { name, number: index + by + 1 }))
    focusSelector.current = `li:nth-child(${index + by + 1}) [data-move="${by}"]`
  }
  const remove = (step: Step, name: string) => {
    onSteps(removeStep(steps, step))
    setAnnouncement(t('protocols:removed', { name }))
    focusSelector.current = 'ol'
  }
  return (
    <section ref={box} className={styles.chosen} aria-labelledby={id}>
      <h3 id={id} className={styles.chosenTitle}>
        {t('protocols:steps')} <span className={styles.count}>{steps.length}</span>
      </h3>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {steps.length === 0 ? (
        <p className={styles.none} data-fault={fault !== undefined || undefined}>
          {isDental ? t('protocols:noTeeth') : t('protocols:noSteps')}
        </p>
      ) : (
        // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- scrolled by keyboard
        <ol className={styles.list} tabIndex={0}>
          {steps.map((step, index) => {
            const name = formatStep(step, language)
            return (
              <li key={`${step.bodyPart} ${step.bodyPartView}`} className={styles.step}>
                <span className={styles.number} aria-hidden>
                  {index + 1}
                </span>
                <span className={styles.stepName}>{name}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  data-move={-1}
                  aria-disabled={index === 0}
                  aria-label={t('protocols:up', { name })}
                  onClick={() => move(index, -1, name)}
                >
                  <Icon icon={IconChevronUp} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  data-move={1}
                  aria-disabled={index === steps.length - 1}
                  aria-label={t('protocols:down', { name })}
                  onClick={() => move(index, 1, name)}
                >
                  <Icon icon={IconChevronDown} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('protocols:remove', { name })}
                  onClick={() => remove(step, name)}
                >
                  <Icon icon={IconX} />
                </ActionIcon>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
