import { useTranslation } from 'react-i18next'
import { DayInput } from '../../ui/inputs/day-input.tsx'
import type { findDayFaults, StudyFilter } from './study-filter.ts'
import framed from '../../ui/inputs/framed-label.module.css'
import styles from './study-filters.module.css'

export type DayRange = Pick<StudyFilter, 'dateFrom' | 'dateTo'>

interface DayFieldsProps {
  readonly days: DayRange
  readonly faults: ReturnType<typeof findDayFaults>
  readonly onChange: (side: keyof DayRange, value: string) => void
}

/** The first and the last day of a range; an empty field means no limit. */
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
