import { ActionIcon, TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { IconCalendar, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isDay, typedDay } from './dates.ts'
import styles from './day-input.module.css'

interface DayInputProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'type' | 'rightSection' | 'label'
> {
  readonly label: string
  /** YYYY-MM-DD, a beginning of it, or nothing. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * A day as the product writes it everywhere. The browser's own field would write it as the computer
 * is set up, and 03/04 is two different days; its calendar is used all the same.
 */
export function DayInput({ label, value, onChange, className, ...input }: DayInputProps) {
  const { t } = useTranslation()
  const text = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <div className={`${styles.wrapper} ${className ?? ''}`}>
      <TextInput
        {...input}
        ref={text}
        label={label}
        placeholder={t('common:day.format')}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(typedDay(event.currentTarget.value))}
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
                <IconX size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              // Whoever types needs no calendar, and one stop less.
              tabIndex={-1}
              aria-label={t('common:day.calendar', { field: label })}
              onClick={() => calendar.current?.showPicker()}
            >
              <IconCalendar size={18} stroke={1.5} aria-hidden />
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
