import { Button, TextInput } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconFilter,
  IconFilterOff,
  IconSearch,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { findDayFaults, countFilters, noFilter } from './study-filter.ts'
import type { StudyFilter } from './study-filter.ts'
import { DayFields } from './day-fields.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import framed from '../../ui/inputs/framed-label.module.css'
import styles from './study-filters.module.css'

interface StudyFiltersProps {
  readonly applied: StudyFilter
  readonly onApply: (filter: StudyFilter) => void
}

/**
 * The filters in one row; on small screens in a collapsible panel. Search or Enter applies them.
 */
export function StudyFilters({ applied, onApply }: StudyFiltersProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(applied)
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const count = countFilters(applied)
  const faults = findDayFaults(typed)
  const fault = faults.dateFrom ?? faults.dateTo
  const apply = (filter: StudyFilter) => {
    setTyped(filter)
    onApply(filter)
  }
  const change = (name: keyof StudyFilter, value: string) =>
    setTyped((now) => ({ ...now, [name]: value }))
  return (
    <div className={styles.wrapper}>
      <Button
        className={styles.toggle}
        variant="default"
        aria-expanded={isOpen}
        aria-controls={panelId}
        leftSection={<Icon icon={IconFilter} />}
        rightSection={<Icon icon={isOpen ? IconChevronUp : IconChevronDown} size="sm" />}
        onClick={() => setOpen((open) => !open)}
      >
        {count === 0 ? t('studies:filter.title') : t('studies:filter.titleSet', { count })}
      </Button>
      <form
        id={panelId}
        className={styles.panel}
        data-open={isOpen || undefined}
        aria-label={t('studies:filter.title')}
        onSubmit={(event) => {
          event.preventDefault()
          if (fault === undefined) apply(typed)
        }}
      >
        {(['patientName', 'patientId'] as const).map((name) => (
          <TextInput
            key={name}
            className={`${framed.framed} ${styles.field}`}
            label={t(`studies:filter.${name}`)}
            autoComplete="off"
            maxLength={255}
            value={typed[name]}
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        ))}
        <DayFields days={typed} faults={faults} onChange={change} />
        <div className={styles.buttons}>
          <ExplainedButton
            type="submit"
            variant="light"
            leftSection={<Icon icon={IconSearch} />}
            reason={fault && t(`studies:filter.${fault}`)}
          >
            {t('studies:filter.search')}
          </ExplainedButton>
          <ExplainedButton
            variant="subtle"
            leftSection={<Icon icon={IconFilterOff} />}
            reason={
              countFilters(typed) + count === 0 ? t('studies:filter.nothingToClear') : undefined
            }
            onClick={() => apply(noFilter)}
          >
            {t('studies:filter.clear')}
          </ExplainedButton>
        </div>
      </form>
    </div>
  )
}
