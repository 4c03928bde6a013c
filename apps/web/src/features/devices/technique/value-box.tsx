import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '@mantine/core'
import styles from './technique-bar.module.css'
import { useRepeatPress } from './use-repeat-press.ts'
import { Icon } from '../../../ui/display/icon.tsx'

interface ValueBoxProps {
  /** The unit as on the generator's own display: kV, mA, ms, mAs. */
  readonly unit: string
  /** Full name, shown as a hint and read by screen readers. */
  readonly name: string
  readonly value: number | undefined
  /** Why the value cannot be set now. */
  readonly reason: string | undefined
  readonly isLowest: boolean
  readonly isHighest: boolean
  readonly onStep: (direction: 1 | -1) => void
}

const keys: Readonly<Record<string, 1 | -1>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
}

/** A generator value, readable from two metres, with − and + large enough for gloved fingers. */
export function ValueBox(props: ValueBoxProps) {
  const { unit, name, value, reason, isLowest, isHighest, onStep } = props
  const { t, i18n } = useTranslation()
  const id = useId()
  const text =
    value === undefined
      ? '–'
      : new Intl.NumberFormat(i18n.language, {
          maximumFractionDigits: 3,
          useGrouping: false,
        }).format(value)
  const onKey = (event: KeyboardEvent) => {
    const direction = keys[event.key]
    if (!direction) return
    event.preventDefault()
    if (reason === undefined) onStep(direction)
  }
  const lowest = isLowest ? t('devices:technique.lowest') : undefined
  const highest = isHighest ? t('devices:technique.highest') : undefined
  return (
    <div className={styles.box} data-hint={reason}>
      <StepButton
        label={t('devices:technique.less', { unit })}
        reason={reason ?? lowest}
        onStep={() => onStep(-1)}
        isMore={false}
      />
      <div
        className={styles.middle}
        role="spinbutton"
        tabIndex={0}
        aria-label={t('devices:technique.valueOf', { name, unit })}
        aria-valuenow={value ?? 0}
        aria-valuetext={t('devices:technique.value', { value: text, unit })}
        aria-disabled={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : id}
        data-hint={name}
        onKeyDown={onKey}
      >
        <span className={styles.unit}>{unit}</span>
        <span className={styles.value}>{text}</span>
      </div>
      <StepButton
        label={t('devices:technique.more', { unit })}
        reason={reason ?? highest}
        onStep={() => onStep(1)}
        isMore
      />
      {reason === undefined ? null : <VisuallyHidden id={id}>{reason}</VisuallyHidden>}
    </div>
  )
}

interface StepButtonProps {
  readonly label: string
  readonly reason: string | undefined
  readonly isMore: boolean
  readonly onStep: () => void
}

/** Not in the tab order: the value itself handles the arrow keys. */
function StepButton({ label, reason, isMore, onStep }: StepButtonProps) {
  const press = useRepeatPress(() => {
    if (reason === undefined) onStep()
  })
  const icon = isMore ? IconPlus : IconMinus
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.step}
      aria-label={label}
      aria-disabled={reason !== undefined}
      data-hint={reason}
      {...press}
    >
      <Icon icon={icon} size="xl" />
    </button>
  )
}
