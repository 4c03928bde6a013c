import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { DayFields } from '../day-fields.tsx'
import type { DayRange } from '../day-fields.tsx'
import { findDayFaults } from '../study-filter.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../study-filters.module.css'

interface XrayLogDaysProps {
  readonly applied: DayRange
  readonly onApply: (days: DayRange) => void
}

export function XrayLogDays({ applied, onApply }: XrayLogDaysProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(applied)
  const faults = findDayFaults(typed)
  const fault = faults.dateFrom ?? faults.dateTo
  return (
    <form
      className={styles.panel}
      aria-label={t('studies:filter.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (fault === undefined) onApply(typed)
      }}
    >
      <DayFields
        days={typed}
        faults={faults}
        onChange={(side, value) => setTyped((now) => ({ ...now, [side]: value }))}
      />
      <div className={styles.buttons}>
        <ExplainedButton
          type="submit"
          variant="light"
          leftSection={<Icon icon={IconSearch} />}
          reason={fault && t(`studies:filter.${fault}`)}
        >
          {t('studies:filter.search')}
        </ExplainedButton>
      </div>
    </form>
  )
}
