import { ActionIcon, TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { completeTypedDay, formatTypedDay, isDay, parseAge } from '../format/dates.ts'
import { Icon } from '../display/icon.tsx'
import styles from './day-input.module.css'

interface DayInputProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'type' | 'rightSection' | 'label'
> {
  readonly label: string
  /** YYYY-MM-DD, a prefix of it, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Today, YYYY-MM-DD, if an age may be typed in place of the day, such as `3y 2m`. */
  readonly agesUntil?: string | undefined
}

const hasLetter = /[a-zà-ÿ]/iu

/**
 * A day in the format of the product. The browser's own date field would use the format of the
 * computer, in which 03/04 is ambiguous; only its calendar is used.
 */
export function DayInput(props: DayInputProps) {
  const { label, value, onChange, className, agesUntil, ...input } = props
  const { t } = useTranslation()
  const change = (typed: string) =>
    onChange(agesUntil !== undefined && hasLetter.test(typed) ? typed : formatTypedDay(typed))
  const complete = () => {
    const age = agesUntil === undefined ? undefined : parseAge(value, agesUntil)
    const completed = age ?? completeTypedDay(value)
    if (completed !== value) onChange(completed)
  }
  const text = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <div className={`${styles.wrapper} ${className ?? ''}`}>
      <TextInput
        {...input}
        ref={text}
        label={label}
        placeholder={t('common:day.format')}
        inputMode={agesUntil === undefined ? 'numeric' : 'text'}
        autoComplete="off"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={(event) => {
          complete()
          input.onBlur?.(event)
        }}
        rightSectionWidth={value === '' ? 36 : 64}
        rightSection={
          <span className={styles.buttons}>
            {value === '' ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={t('common:day.clear', { field: label })}
                onClick={() => {
                  onChange('')
                  text.current?.focus()
                }}
              >
                <Icon icon={IconX} size="sm" />
              </ActionIcon>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              // Not a tab stop: keyboard users type the day.
              tabIndex={-1}
              aria-label={t('common:day.calendar', { field: label })}
              onClick={() => calendar.current?.showPicker()}
            >
              <Icon icon={IconCalendar} />
            </ActionIcon>
          </span>
        }
      />
      <input
        ref={calendar}
        className={styles.calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        max="9999-12-31"
        value={isDay(value) ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
