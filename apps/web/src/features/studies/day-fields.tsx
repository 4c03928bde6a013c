import { useTranslation } from 'react-i18next'
import { DayInput } from '../../ui/day-input.tsx'
import type { dayFaults, StudyFilter } from './study-filter.ts'
import framed from '../../ui/framed-label.module.css'
import styles from './study-filters.module.css'

export type LogDays = Pick<StudyFilter, 'dateFrom' | 'dateTo'>

interface DayFieldsProps {
  readonly days: LogDays
  readonly faults: ReturnType<typeof dayFaults>
  readonly onChange: (side: keyof LogDays, value: string) => void
}

/** From when to when; a side that is empty is open. */
export function DayFields({ days, faults, onChange }: DayFieldsProps) {
  const { t } = useTranslation()
  return (['dateFrom', 'dateTo'] as const).map((side) => {
    const fault = faults[side]
    return (
      <DayInput
        key={side}
        className={`${framed.framed} ${styles.field}`}
        label={t(`studies:filter.${side}`)}
        value={days[side]}
        onChange={(value) => onChange(side, value)}
        error={fault && t(`studies:filter.${fault}`)}
      />
    )
  })
}
