import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../../../ui/explained-button.tsx'
import { isBackwards } from '../study-filter.ts'
import type { StudyFilter } from '../study-filter.ts'
import styles from '../study-filters.module.css'

export type LogDays = Pick<StudyFilter, 'dateFrom' | 'dateTo'>

interface XrayLogDaysProps {
  readonly applied: LogDays
  readonly onApply: (days: LogDays) => void
}

/** From when to when; a side that is cleared is open. */
export function XrayLogDays({ applied, onApply }: XrayLogDaysProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(applied)
  const fault = isBackwards(typed) ? t('studies:filter.backwards') : undefined
  return (
    <form
      className={styles.panel}
      aria-label={t('studies:filter.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (fault === undefined) onApply(typed)
      }}
    >
      {(['dateFrom', 'dateTo'] as const).map((side) => (
        <DayField
          key={side}
          label={t(`studies:filter.${side}`)}
          value={typed[side]}
          error={side === 'dateTo' ? fault : undefined}
          onChange={(value) => setTyped((now) => ({ ...now, [side]: value }))}
        />
      ))}
      <div className={styles.buttons}>
        <ExplainedButton
          type="submit"
          variant="light"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          reason={fault}
        >
          {t('studies:filter.search')}
        </ExplainedButton>
      </div>
    </form>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function DayField({ label, value, error, onChange }: DayFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      ref={input}
      className={styles.field}
      type="date"
      max="9999-12-31"
      label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        value === '' ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('xrayLog:clearDay', { field: label })}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          >
            <IconX size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}
